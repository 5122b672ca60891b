//! The generated Go packages, with the real Go toolchain: gofmt, vet, and tests with the race detector.

mod common;

use std::path::Path;
use std::process::Command;

use common::{PROTOCOLS, instance};
use vtrace_protocol::{GenerateOptions, Instance, ModuleKind, generate_go};

fn go(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .envs([("GOFLAGS", "-mod=mod"), ("GOWORK", "off"), ("GOTOOLCHAIN", "local"), ("GOPROXY", "off")])
        .output()
        .unwrap_or_else(|error| panic!("this test needs Go ({program}): {error}"));
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}\n{text}");
    text
}

/// Writes a package, with a test if there is one. The name of the test's package is `PACKAGE`.
fn write(folder: &Path, name: &str, instances: &[Instance], kind: ModuleKind, test: Option<&str>) {
    let suffix = if kind == ModuleKind::Strict { "strict" } else { "liberal" };
    let package = format!("{}{suffix}", name.replace('-', ""));
    let options =
        GenerateOptions { name: name.to_owned(), kind, package: Some(package.clone()), max_states: 100_000 };
    let folder = folder.join(&package);
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("protocol.go"), generate_go(instances, &options).unwrap().text).unwrap();
    if let Some(test) = test {
        let test = test.replace("PACKAGE", &package);
        std::fs::write(folder.join("protocol_test.go"), test).unwrap();
    }
}

#[test]
fn generated_packages_are_formatted_vetted_and_free_of_races() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("go.mod"), "module example.com/protocols\n\ngo 1.24\n").unwrap();
    for kind in [ModuleKind::Strict, ModuleKind::Liberal] {
        for (name, n) in PROTOCOLS {
            let test = match name {
                "chess" => Some(include_str!("go/chess_test.go.txt")),
                "cg" => Some(include_str!("go/cg_test.go.txt")),
                _ => None,
            };
            write(folder, name, &[instance(name, n)], kind, test);
        }
        let handshakes = [common::instance_of(common::HANDSHAKES)];
        write(folder, "handshakes", &handshakes, kind, Some(include_str!("go/handshakes_test.go.txt")));
        write(folder, "odd-names", &[common::instance_of(common::ODD_NAMES)], kind, None);
        let rings = [2, 3, 4].map(|n| instance("directed-ring", Some(n)));
        write(folder, "rings", &rings, kind, Some(include_str!("go/family_test.go.txt")));
    }
    assert_eq!(go(folder, "gofmt", &["-l", "."]), "", "these files are not formatted");
    go(folder, "go", &["vet", "./..."]);
    let names = ["chess", "cg", "handshakes", "rings"];
    let packages: Vec<String> =
        names.iter().flat_map(|name| [format!("./{name}strict"), format!("./{name}liberal")]).collect();
    let mut arguments = vec!["test", "-race", "-count=1"];
    arguments.extend(packages.iter().map(String::as_str));
    let text = go(folder, "go", &arguments);
    assert_eq!(text.matches("ok").count(), packages.len(), "{text}");
}
