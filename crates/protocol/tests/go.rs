//! The generated Go packages, with the real Go toolchain: gofmt, vet, and tests with the race detector.

mod common;

use std::path::Path;
use std::process::Command;

use common::{PROTOCOLS, lts, parameters};
use vtrace_protocol::{GenerateOptions, ModuleKind, generate_go};

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

#[test]
fn generated_packages_are_formatted_vetted_and_free_of_races() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("go.mod"), "module example.com/protocols\n\ngo 1.24\n").unwrap();
    for (name, n) in PROTOCOLS {
        for (kind, suffix) in [(ModuleKind::Strict, "strict"), (ModuleKind::Liberal, "liberal")] {
            let package = format!("{}{suffix}", name.replace('-', ""));
            let options = GenerateOptions {
                name: name.to_owned(),
                parameters: parameters(n)
                    .iter()
                    .map(|(name, value)| (name.clone(), value.to_string()))
                    .collect(),
                kind,
                package: Some(package.clone()),
                max_states: 100_000,
            };
            let package_folder = folder.join(&package);
            std::fs::create_dir(&package_folder).unwrap();
            let text = generate_go(&lts(name, n), &options).unwrap().text;
            std::fs::write(package_folder.join("protocol.go"), text).unwrap();
            let test = match name {
                "chess" => include_str!("go/chess_test.go.txt"),
                "cg" => include_str!("go/cg_test.go.txt"),
                _ => continue,
            };
            std::fs::write(package_folder.join("protocol_test.go"), test.replace("PACKAGE", &package))
                .unwrap();
        }
    }
    assert_eq!(go(folder, "gofmt", &["-l", "."]), "", "these files are not formatted");
    go(folder, "go", &["vet", "./..."]);
    let packages = ["./chessstrict", "./chessliberal", "./cgstrict", "./cgliberal"];
    let text = go(folder, "go", &[&["test", "-race", "-count=1"][..], &packages].concat());
    assert_eq!(text.matches("ok").count(), 4, "{text}");
}
