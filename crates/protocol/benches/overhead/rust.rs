//! A Rust program that measures the modules of a kernel.

use std::fmt::Write as _;
use std::path::Path;

use vtrace_protocol::ModuleKind;

use super::{Kernel, module, run};

/// Builds it, and says how it is run.
pub fn build(kernel: &Kernel, n: i64, folder: &Path) -> String {
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("main.rs", include_str!("measure.rs.txt"));
    let groups = kernel.groups.len().to_string();
    let hand = include_str!("hand.rs.txt").replace("GROUPS", &groups);
    write("hand.rs", &format!("{hand}\nconst N: usize = {n};\n"));
    for (kind, name) in [(ModuleKind::Strict, "strict"), (ModuleKind::Liberal, "liberal")] {
        write(&format!("{name}.rs"), &module(kernel, n, kind, name, false));
        write(&format!("with_{name}.rs"), &with(kernel, n, name));
    }
    run(folder, "rustc", &["--edition", "2024", "-O", "main.rs", "-o", "bench"]);
    "./bench".to_owned()
}

/// The communication over a module.
fn with(kernel: &Kernel, n: i64, kind: &str) -> String {
    let mut text = format!(
        "use crate::{kind}::{{Kind, Role, start}};\nuse crate::{{Data, done, work}};\n\npub fn run(rounds: usize, effort: usize) {{\n    let mut endpoints = start::<Data>();\n    let workers = endpoints.split_off(1);\n    let mut master = endpoints.remove(0);\n    let threads: Vec<_> = workers.into_iter().map(|mut worker| std::thread::spawn(move || {{\n        loop {{\n            let received = worker.receive().unwrap();\n            let answer = match received.kind {{\n"
    );
    let mut arms: Vec<(&str, &str)> = kernel.groups.iter().map(|group| (group.1, group.2)).collect();
    arms.sort_unstable();
    arms.dedup();
    for (order, answer) in arms {
        let _ = writeln!(text, "                Kind::{order} => Kind::{answer},");
    }
    let _ = writeln!(
        text,
        "                _ => break,\n            }};\n            worker.send(Role::Master, answer, work(received.payload, effort)).unwrap();\n        }}\n        worker.send(Role::Master, Kind::{}, Vec::new()).unwrap();\n        worker.close(Role::Master).unwrap();\n        done();\n    }})).collect();\n    let mut data: Vec<Data> = (0..{n}).map(|_| vec![0.0; 64]).collect();\n    for _ in 0..rounds {{",
        kernel.bye
    );
    for (family, order, _) in kernel.groups {
        let roles: Vec<String> = (0..n).map(|i| format!("Role::{family}{i}")).collect();
        let _ = writeln!(
            text,
            "        for (role, data) in [{}].into_iter().zip(&mut data) {{\n            master.send(role, Kind::{order}, std::mem::take(data)).unwrap();\n        }}\n        for data in &mut data {{\n            *data = master.receive().unwrap().payload;\n        }}",
            roles.join(", ")
        );
    }
    text.push_str("    }\n");
    for (family, ..) in kernel.groups {
        for i in 0..n {
            let _ = writeln!(
                text,
                "    master.send(Role::{family}{i}, Kind::Exit, Vec::new()).unwrap();\n    master.receive().unwrap();\n    master.close(Role::{family}{i}).unwrap();"
            );
        }
    }
    text.push_str("    threads.into_iter().for_each(|thread| thread.join().unwrap());\n}\n");
    text
}
