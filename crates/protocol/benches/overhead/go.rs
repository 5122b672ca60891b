//! A Go program that measures the packages of a kernel.

use std::fmt::Write as _;
use std::path::Path;

use vtrace_protocol::ModuleKind;

use super::{Kernel, module, run};

/// Builds it, and says how it is run.
pub fn build(kernel: &Kernel, n: i64, folder: &Path) -> String {
    let write = |name: &str, text: &str| {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    };
    write("go.mod", "module example.com/bench\n\ngo 1.24\n");
    write("main.go", include_str!("measure.go.txt"));
    let groups = kernel.groups.len().to_string();
    let sized = |text: &str| text.replace("GROUPS", &groups).replace("N]", &format!("{n}]"));
    write("hand.go", &sized(include_str!("hand.go.txt")));
    write("cancellable.go", &sized(include_str!("cancellable.go.txt")));
    for (kind, name) in [(ModuleKind::Strict, "strict"), (ModuleKind::Liberal, "liberal")] {
        write(&format!("{name}/p.go"), &module(kernel, n, kind, name, true));
        write(&format!("with_{name}.go"), &with(kernel, n, name));
    }
    run(folder, "go", &["build", "-o", "bench", "."]);
    "./bench".to_owned()
}

/// The communication over a package.
fn with(kernel: &Kernel, n: i64, kind: &str) -> String {
    let function = if kind == "strict" { "withStrict" } else { "withLiberal" };
    let mut text = format!(
        "package main\n\nimport (\n\t\"context\"\n\t\"sync\"\n\n\t\"example.com/bench/{kind}\"\n)\n\nfunc {function}(ctx context.Context, rounds int) {{\n\troles, err := {kind}.New({n})\n\tmust(err)\n\tvar wait sync.WaitGroup\n\tvar data [{n}]any\n\tfor i := range data {{\n\t\tdata[i] = new(block)\n\t}}\n"
    );
    for (family, order, answer) in kernel.groups {
        let _ = writeln!(
            text,
            "\tfor _, w := range roles.{family} {{\n\t\twait.Add(1)\n\t\tgo func() {{\n\t\t\tdefer wait.Done()\n\t\t\tfor {{\n\t\t\t\treceived, err := w.Receive(ctx)\n\t\t\t\tmust(err)\n\t\t\t\tm, ok := received.(*{kind}.{order}FromMaster)\n\t\t\t\tif !ok {{\n\t\t\t\t\tbreak\n\t\t\t\t}}\n\t\t\t\tmust(w.Send{answer}ToMaster(ctx, work(m.Payload.(*block))))\n\t\t\t}}\n\t\t\tmust(w.Send{}ToMaster(ctx, nil))\n\t\t\tmust(w.CloseMaster(ctx))\n\t\t}}()\n\t}}",
            kernel.bye
        );
    }
    text.push_str("\tfor r := 0; r < rounds; r++ {\n");
    for (family, order, answer) in kernel.groups {
        let _ = writeln!(
            text,
            "\t\tfor i := range data {{\n\t\t\tmust(roles.Master.Send{order}To{family}(ctx, i, data[i]))\n\t\t}}\n\t\tfor i := range data {{\n\t\t\treceived, err := roles.Master.Receive(ctx)\n\t\t\tmust(err)\n\t\t\tdata[i] = received.(*{kind}.{answer}From{family}).Payload\n\t\t}}"
        );
    }
    text.push_str("\t}\n");
    for (family, ..) in kernel.groups {
        let _ = writeln!(
            text,
            "\tfor i := range roles.{family} {{\n\t\tmust(roles.Master.SendExitTo{family}(ctx, i, nil))\n\t\t_, err := roles.Master.Receive(ctx)\n\t\tmust(err)\n\t\tmust(roles.Master.Close{family}(ctx, i))\n\t}}"
        );
    }
    text.push_str("\twait.Wait()\n}\n");
    text
}
