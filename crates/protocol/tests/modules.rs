//! The generated Rust modules: compiled, free of lints, equal to the models, with the expected properties, and usable by threads.
//!
//! They are generated into a folder of their own and built there with rustc.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{PROTOCOLS, instance, tests};
use vtrace_protocol::{
    Expected, Explored, GenerateOptions, Instance, Liberal, ModuleKind, Specification, compare_traces,
    generate_driven_rust, generate_rust, rust_explorer,
};

/// An empty folder that later runs will reuse.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{program} {arguments:?}\n{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

fn options(name: &str, kind: ModuleKind) -> GenerateOptions {
    GenerateOptions { name: name.to_owned(), kind, package: None, max_states: 100_000 }
}

fn module_name(name: &str, kind: ModuleKind) -> String {
    let kind = if kind == ModuleKind::Strict { "strict" } else { "liberal" };
    format!("{}_{kind}", name.replace('-', "_"))
}

const KINDS: [ModuleKind; 2] = [ModuleKind::Strict, ModuleKind::Liberal];

/// What the compiled modules of these instances do: strict and liberal, one after the other.
fn explored(scratch: &str, instances: &[(&str, Instance)]) -> Vec<Explored> {
    let folder = folder(scratch);
    let (mut modules, mut actions) = (Vec::new(), Vec::new());
    for (name, instance) in instances {
        for kind in KINDS {
            let (text, of_module) = generate_driven_rust(instance, &options(name, kind)).unwrap();
            modules.push(module_name(name, kind));
            std::fs::write(folder.join(module_name(name, kind) + ".rs"), text).unwrap();
            actions.push(of_module);
        }
    }
    std::fs::write(folder.join("main.rs"), rust_explorer(&modules)).unwrap();
    run(&folder, "rustc", &["--edition", "2024", "main.rs", "-o", "explorer"]);
    Explored::read(&run(&folder, "./explorer", &[]), &actions).unwrap()
}

/// Compares both modules with their models.
fn equal(name: &str, instance: &Instance, strict: &Explored, liberal: &Explored) {
    let lts = &instance.lts;
    assert_eq!(compare_traces(&Specification::new(lts), strict), None, "{name}, strict");
    assert_eq!(compare_traces(&Liberal::new(lts, 100_000).unwrap(), liberal), None, "{name}, liberal");
}

#[test]
fn the_generated_code_does_what_the_models_do_and_has_the_expected_properties() {
    let instances: Vec<(&str, Instance)> = PROTOCOLS.map(|(name, n)| (name, instance(name, n))).into();
    let explored = explored("modules", &instances);
    let mut count = 0;
    for ((name, instance), code) in instances.iter().zip(explored.chunks(2)) {
        let [strict, liberal] = code else { panic!("two modules for {name}") };
        equal(name, instance, strict, liberal);
        for test in &tests(name).tests {
            let property = test.parsed().unwrap();
            for (code, is_liberal) in [(strict, false), (liberal, true)] {
                let checked = property.check(code, &instance.lts.names, &test.options(100_000)).unwrap();
                let found =
                    if checked.counterexample.is_some() { Expected::Violated } else { Expected::Holds };
                assert_eq!(
                    found,
                    test.expected_on(is_liberal),
                    "{name}, liberal {is_liberal}: {}",
                    test.name
                );
            }
            count += 1;
        }
    }
    assert!(count >= 148);
}

#[test]
fn handshakes_are_taken_by_both_roles_at_once() {
    let instance = common::instance_of(common::HANDSHAKES);
    let odd_names = common::instance_of(common::ODD_NAMES);
    let instances = [("handshakes", instance.clone()), ("odd-names", odd_names.clone())];
    let explored = explored("handshakes", &instances);
    equal("handshakes", &instance, &explored[0], &explored[1]);
    equal("odd-names", &odd_names, &explored[2], &explored[3]);
}

#[test]
fn threads_use_the_modules_and_clippy_finds_nothing() {
    let folder = folder("threads");
    let mut text =
        String::from("#![allow(dead_code)] // nobody uses all of a module\n\n#[cfg(test)]\nmod threads;\n");
    let mut add = |name: &str, instances: &[Instance], kind| {
        let module = module_name(name, kind);
        text += &format!("mod {module};\n");
        let generated = generate_rust(instances, &options(name, kind)).unwrap();
        std::fs::write(folder.join(module + ".rs"), generated.text).unwrap();
    };
    for kind in KINDS {
        add("chess", &[instance("chess", None)], kind);
        add("cg", &[instance("cg", Some(2))], kind);
        add("rock-paper-scissors", &[instance("rock-paper-scissors", Some(3))], kind);
        add("handshakes", &[common::instance_of(common::HANDSHAKES)], kind);
        add("odd-names", &[common::instance_of(common::ODD_NAMES)], kind);
        add("rings", &[2, 3, 4].map(|n| instance("directed-ring", Some(n))), kind);
    }
    std::fs::write(folder.join("lib.rs"), text).unwrap();
    std::fs::write(folder.join("threads.rs"), include_str!("rust/threads.rs")).unwrap();
    let lints =
        ["--edition", "2024", "--crate-type", "lib", "-D", "warnings", "--emit", "metadata", "lib.rs"];
    run(&folder, "clippy-driver", &lints);
    run(&folder, "rustc", &["--edition", "2024", "--test", "lib.rs", "-o", "threads"]);
    run(&folder, "./threads", &[]);
}
