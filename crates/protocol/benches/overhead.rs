//! What generated modules cost at run time, beside channels used by hand: the communication of the four kernels, in Go and in Rust.
//!
//! `cargo bench -p vtrace-protocol --bench overhead [-- [quick] [go] [rust]]`. Prints the time of each module divided by that of hand-written channels: once for
//! the messages alone, and once with some microseconds of work for each. Everything is measured in the same process, in turns, and the best of
//! several runs counts. Needs Go and rustc.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use vtrace_protocol::{
    GenerateOptions, Instance, Lts, ModuleKind, Parameters, Protocol, Source, Value, generate_go,
    generate_rust,
};

/// A kernel: its workers' families with the message that starts a round and the one that answers it, and the messages at the end.
struct Kernel {
    name: &'static str,
    groups: &'static [(&'static str, &'static str, &'static str)],
    bye: &'static str,
}

const KERNELS: [Kernel; 4] = [
    Kernel { name: "cg", groups: &[("Worker", "Work", "ResultMessage")], bye: "Done" },
    Kernel { name: "is", groups: &[("Worker", "Keys", "Histogram")], bye: "Done" },
    Kernel {
        name: "ft",
        groups: &[("Evolver", "Evolve", "Done"), ("Transformer", "Transform", "Done")],
        bye: "Bye",
    },
    Kernel {
        name: "mg",
        groups: &[
            ("Interpolator", "Work", "Done"),
            ("Smoother", "Work", "Done"),
            ("Restrictor", "Work", "Done"),
            ("Residual", "Work", "Done"),
        ],
        bye: "Bye",
    },
];

fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("run with cargo bench");
        return;
    }
    let given = |word: &str| std::env::args().any(|argument| argument == word);
    let quick = given("quick");
    let languages: Vec<&str> = ["go", "rust"].into_iter().filter(|language| given(language)).collect();
    let languages = if languages.is_empty() { vec!["go", "rust"] } else { languages };
    let sizes: &[i64] = if quick { &[2, 4] } else { &[2, 4, 8, 16] };
    let folder = tempfile::tempdir().expect("a temporary folder");
    println!("time relative to hand-written channels: messages alone / with work");
    println!("{:<8}{:<8}{:>8}{:>18}{:>18}", "language", "kernel", "workers", "strict", "liberal");
    for kernel in &KERNELS {
        for &n in sizes {
            for &language in &languages {
                let place = folder.path().join(format!("{language}-{}-{n}", kernel.name));
                std::fs::create_dir(&place).expect("a folder");
                let output = if language == "go" { go(kernel, n, &place) } else { rust(kernel, n, &place) };
                let times: Vec<f64> =
                    output.split_whitespace().filter_map(|word| word.parse().ok()).collect();
                let [hand, strict, liberal, hand_work, strict_work, liberal_work] = times[..] else {
                    panic!("{language} {} {n}: {output}", kernel.name);
                };
                println!(
                    "{language:<8}{:<8}{n:>8}{:>10.2} / {:>5.2}{:>10.2} / {:>5.2}",
                    kernel.name,
                    strict / hand,
                    strict_work / hand_work,
                    liberal / hand,
                    liberal_work / hand_work
                );
            }
        }
    }
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .envs([("GOWORK", "off"), ("GOPROXY", "off"), ("GOTOOLCHAIN", "local")])
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn module(kernel: &Kernel, n: i64, kind: ModuleKind, package: &str, go: bool) -> String {
    let file = format!("{}/../../examples/protocols/{}.dcj", env!("CARGO_MANIFEST_DIR"), kernel.name);
    let text = std::fs::read_to_string(&file).expect("the protocol");
    let protocol = Protocol::parse(Source::new(file, text)).expect("a protocol");
    let parameters: Parameters = [("n".to_owned(), Value::Integer(n))].into_iter().collect();
    let lts = Lts::build(&protocol, None, &parameters, 1_000_000).expect("a small protocol");
    let options = GenerateOptions {
        name: kernel.name.into(),
        kind,
        package: Some(package.into()),
        // Certifying is not what is measured.
        max_states: 20_000,
    };
    let instances = [Instance { parameters, lts }];
    let generated = if go { generate_go(&instances, &options) } else { generate_rust(&instances, &options) };
    generated.unwrap_or_else(|error| panic!("{}: {error}", kernel.name)).text
}

/// How many rounds a run has: fewer where a round has more messages.
fn rounds(kernel: &Kernel, n: i64) -> i64 {
    20_000 / (n * kernel.groups.len() as i64)
}

fn go(kernel: &Kernel, n: i64, folder: &Path) -> String {
    for (kind, name) in [(ModuleKind::Strict, "strict"), (ModuleKind::Liberal, "liberal")] {
        std::fs::create_dir(folder.join(name)).expect("a folder");
        std::fs::write(folder.join(name).join("p.go"), module(kernel, n, kind, name, true)).expect("a file");
    }
    std::fs::write(folder.join("go.mod"), "module example.com/bench\n\ngo 1.24\n").expect("a file");
    let mut text = String::from(
        "package main\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\t\"sync\"\n\t\"time\"\n\n\t\"example.com/bench/liberal\"\n\t\"example.com/bench/strict\"\n)\n\nvar ctx = context.Background()\nvar effort int\n\ntype block [64]float64\n\nfunc work(data *block) *block {\n\tfor i := 0; i < effort; i++ {\n\t\tdata[i%len(data)] = data[i%len(data)]*0.5 + 1\n\t}\n\treturn data\n}\n\nfunc must(err error) {\n\tif err != nil {\n\t\tpanic(err)\n\t}\n}\n\n",
    );
    // By hand.
    let _ = writeln!(
        text,
        "func hand(rounds int) {{\n\tvar wait sync.WaitGroup\n\tstart := func() (chan *block, chan *block) {{\n\t\tin, out := make(chan *block, 1), make(chan *block, 1)\n\t\twait.Add(1)\n\t\tgo func() {{\n\t\t\tdefer wait.Done()\n\t\t\tfor data := range in {{\n\t\t\t\tout <- work(data)\n\t\t\t}}\n\t\t}}()\n\t\treturn in, out\n\t}}\n\tvar in, out [{0}][{n}]chan *block\n\tvar data [{n}]*block\n\tfor g := range in {{\n\t\tfor i := range in[g] {{\n\t\t\tin[g][i], out[g][i] = start()\n\t\t\tdata[i] = new(block)\n\t\t}}\n\t}}\n\tfor r := 0; r < rounds; r++ {{\n\t\tfor g := range in {{\n\t\t\tfor i := range in[g] {{\n\t\t\t\tin[g][i] <- data[i]\n\t\t\t}}\n\t\t\tfor i := range in[g] {{\n\t\t\t\tdata[i] = <-out[g][i]\n\t\t\t}}\n\t\t}}\n\t}}\n\tfor g := range in {{\n\t\tfor i := range in[g] {{\n\t\t\tclose(in[g][i])\n\t\t}}\n\t}}\n\twait.Wait()\n}}\n",
        kernel.groups.len()
    );
    for kind in ["strict", "liberal"] {
        let _ = writeln!(
            text,
            "func with{kind}(rounds int) {{\n\troles, err := {kind}.New({n})\n\tmust(err)\n\tvar wait sync.WaitGroup\n\tvar data [{n}]any\n\tfor i := range data {{\n\t\tdata[i] = new(block)\n\t}}"
        );
        for (family, order, answer) in kernel.groups {
            let _ = writeln!(
                text,
                "\tfor _, w := range roles.{family} {{\n\t\twait.Add(1)\n\t\tgo func() {{\n\t\t\tdefer wait.Done()\n\t\t\tfor {{\n\t\t\t\treceived, err := w.Receive(ctx)\n\t\t\t\tmust(err)\n\t\t\t\tm, ok := received.(*{kind}.{order}FromMaster)\n\t\t\t\tif !ok {{\n\t\t\t\t\tbreak\n\t\t\t\t}}\n\t\t\t\tmust(w.Send{answer}ToMaster(ctx, work(m.Payload.(*block))))\n\t\t\t}}\n\t\t\tmust(w.Send{}ToMaster(ctx, nil))\n\t\t\tmust(w.CloseMaster(ctx))\n\t\t}}()\n\t}}",
                kernel.bye
            );
        }
        let _ = writeln!(text, "\tfor r := 0; r < rounds; r++ {{");
        for (family, order, answer) in kernel.groups {
            let _ = writeln!(
                text,
                "\t\tfor i := range data {{\n\t\t\tmust(roles.Master.Send{order}To{family}(ctx, i, data[i]))\n\t\t}}\n\t\tfor i := range data {{\n\t\t\treceived, err := roles.Master.Receive(ctx)\n\t\t\tmust(err)\n\t\t\tdata[i] = received.(*{kind}.{answer}From{family}).Payload\n\t\t}}"
            );
        }
        let _ = writeln!(text, "\t}}");
        for (family, ..) in kernel.groups {
            let _ = writeln!(
                text,
                "\tfor i := range roles.{family} {{\n\t\tmust(roles.Master.SendExitTo{family}(ctx, i, nil))\n\t\t_, err := roles.Master.Receive(ctx)\n\t\tmust(err)\n\t\tmust(roles.Master.Close{family}(ctx, i))\n\t}}"
            );
        }
        let _ = writeln!(text, "\twait.Wait()\n}}\n");
    }
    let rounds = rounds(kernel, n);
    let _ = writeln!(
        text,
        "func main() {{\n\tfor _, effort = range []int{{0, 5000}} {{\n\t\tkinds := []func(int){{hand, withstrict, withliberal}}\n\t\tbest := make([]time.Duration, len(kinds))\n\t\tfor try := 0; try < 7; try++ {{\n\t\t\tfor i, kind := range kinds {{\n\t\t\t\tstart := time.Now()\n\t\t\t\tkind({rounds})\n\t\t\t\tif took := time.Since(start); try == 0 || took < best[i] {{\n\t\t\t\t\tbest[i] = took\n\t\t\t\t}}\n\t\t\t}}\n\t\t}}\n\t\tfmt.Println(best[0].Seconds(), best[1].Seconds(), best[2].Seconds())\n\t}}\n}}"
    );
    std::fs::write(folder.join("main.go"), text).expect("a file");
    run(folder, "go", &["run", "."])
}

fn rust(kernel: &Kernel, n: i64, folder: &Path) -> String {
    for (kind, name) in [(ModuleKind::Strict, "strict"), (ModuleKind::Liberal, "liberal")] {
        std::fs::write(folder.join(format!("{name}.rs")), module(kernel, n, kind, name, false))
            .expect("a file");
    }
    let mut text = String::from(
        "#![allow(dead_code)]\nmod liberal;\nmod strict;\nuse std::sync::mpsc::sync_channel;\nuse std::time::Instant;\n\ntype Data = Vec<f64>;\n\nfn work(mut data: Data, effort: usize) -> Data {\n    for i in 0..effort {\n        let at = i % data.len();\n        data[at] = data[at] * 0.5 + 1.0;\n    }\n    std::hint::black_box(data)\n}\n\n",
    );
    let _ = writeln!(
        text,
        "fn hand(rounds: usize, effort: usize) {{\n    let mut pairs = Vec::new();\n    let mut threads = Vec::new();\n    for _ in 0..{} {{\n        let (to, inbox) = sync_channel::<Data>(1);\n        let (outbox, from) = sync_channel::<Data>(1);\n        pairs.push((to, from));\n        threads.push(std::thread::spawn(move || {{\n            while let Ok(data) = inbox.recv() {{\n                outbox.send(work(data, effort)).unwrap();\n            }}\n        }}));\n    }}\n    let mut data: Vec<Data> = (0..{n}).map(|_| vec![0.0; 64]).collect();\n    for _ in 0..rounds {{\n        for group in pairs.chunks({n}) {{\n            for (pair, data) in group.iter().zip(&mut data) {{\n                pair.0.send(std::mem::take(data)).unwrap();\n            }}\n            for (pair, data) in group.iter().zip(&mut data) {{\n                *data = pair.1.recv().unwrap();\n            }}\n        }}\n    }}\n    drop(pairs);\n    threads.into_iter().for_each(|thread| thread.join().unwrap());\n}}\n",
        n * kernel.groups.len() as i64
    );
    for kind in ["strict", "liberal"] {
        let _ = writeln!(
            text,
            "fn with_{kind}(rounds: usize, effort: usize) {{\n    use {kind}::{{Kind, Role, start}};\n    let mut endpoints = start::<Data>();\n    let workers = endpoints.split_off(1);\n    let mut master = endpoints.remove(0);\n    let threads: Vec<_> = workers.into_iter().map(|mut worker| std::thread::spawn(move || {{\n        loop {{\n            let received = worker.receive().unwrap();\n            let answer = match received.kind {{"
        );
        let mut arms: Vec<(&str, &str)> = kernel.groups.iter().map(|group| (group.1, group.2)).collect();
        arms.sort_unstable();
        arms.dedup();
        for (order, answer) in arms {
            let _ = writeln!(text, "                Kind::{order} => Kind::{answer},");
        }
        let _ = writeln!(
            text,
            "                _ => break,\n            }};\n            worker.send(Role::Master, answer, work(received.payload, effort)).unwrap();\n        }}\n        worker.send(Role::Master, Kind::{}, Vec::new()).unwrap();\n        worker.close(Role::Master).unwrap();\n    }})).collect();\n    let mut data: Vec<Data> = (0..{n}).map(|_| vec![0.0; 64]).collect();\n    for _ in 0..rounds {{",
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
        let _ = writeln!(text, "    }}");
        for (family, ..) in kernel.groups {
            for i in 0..n {
                let _ = writeln!(
                    text,
                    "    master.send(Role::{family}{i}, Kind::Exit, Vec::new()).unwrap();\n    master.receive().unwrap();\n    master.close(Role::{family}{i}).unwrap();"
                );
            }
        }
        let _ = writeln!(text, "    threads.into_iter().for_each(|thread| thread.join().unwrap());\n}}\n");
    }
    let rounds = rounds(kernel, n);
    let _ = writeln!(
        text,
        "fn main() {{\n    for effort in [0, 5000] {{\n        let kinds: [fn(usize, usize); 3] = [hand, with_strict, with_liberal];\n        let mut best = [f64::MAX; 3];\n        for _ in 0..7 {{\n            for (kind, best) in kinds.iter().zip(&mut best) {{\n                let start = Instant::now();\n                kind({rounds}, effort);\n                *best = best.min(start.elapsed().as_secs_f64());\n            }}\n        }}\n        println!(\"{{}} {{}} {{}}\", best[0], best[1], best[2]);\n    }}\n}}"
    );
    std::fs::write(folder.join("main.rs"), text).expect("a file");
    run(folder, "rustc", &["--edition", "2024", "-O", "main.rs", "-o", "bench"]);
    run(folder, "./bench", &[])
}
