//! What the real Spin says about exported models is what the queries expect, and `vtrace sim` says. Without Spin and a C compiler
//! the tests only see that models are written.

use std::path::{Path, PathBuf};
use std::process::Command;

use vtrace_export::{Model, promela, uppaal};
use vtrace_load::{Loader, Request};
use vtrace_sim::{Form, Query, query};

fn example(name: &str) -> (Model, Vec<Query>) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/distributed").join(name);
    let mut request = Request::new(&dir, ".");
    request.watch = vec!["*".to_string()];
    let loaded = Loader::new().load(&request).expect("the example loads");
    let model = Model::new(&loaded.image).expect("it is in the subset");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&dir)
        .expect("it is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "q"))
        .collect();
    files.sort();
    let mut queries = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("it can be read");
        // Faults are not in the model.
        if !text.contains("// options: --crash") && !text.contains("// options: --time") {
            queries.extend(query::parse_file(&text).expect("they can be read"));
        }
    }
    (model, queries)
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Whether Spin finds an assertion violated in the model with this query.
fn spin_finds(dir: &Path, number: usize) -> bool {
    let run = |name: &str, arguments: &[&str]| {
        let output = Command::new(name).args(arguments).current_dir(dir).output().expect("it can be started");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{name} {arguments:?}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        text
    };
    run("spin", &[&format!("-DQ{number}"), "-a", "model.pml"]);
    run("cc", &["-O0", "-w", "-DVECTORSZ=4096", "-o", "pan", "pan.c"]);
    let text = run("./pan", &["-E", "-m200000"]);
    assert!(!text.contains("max search depth too small"), "{text}");
    let violated = text.contains("assertion violated");
    assert!(violated || text.contains("errors: 0"), "{text}");
    violated
}

fn spin_agrees(name: &str) {
    let (model, queries) = example(name);
    let text = promela::write(&model, &queries);
    let dir = tempfile::tempdir().expect("there is room");
    std::fs::write(dir.path().join("model.pml"), &text).expect("it can be written");
    if !succeeds(Command::new("spin").arg("-V")) || !succeeds(Command::new("cc").arg("--version")) {
        return;
    }
    let mut asked = 0;
    for (place, query) in queries.iter().enumerate() {
        let number = place + 1;
        if !text.contains(&format!("#ifdef Q{number}\n")) {
            continue;
        }
        let expected = query.expected.expect("every query of the examples expects something");
        let found = spin_finds(dir.path(), number);
        let holds = if matches!(query.form, Form::Invariant(_)) { !found } else { found };
        assert_eq!(holds, expected, "{name}: {query}");
        asked += 1;
    }
    assert!(asked > 0, "{name}: nothing was asked");
}

#[test]
fn spin_agrees_on_huang() {
    spin_agrees("huang-3");
}

/// The rules of UPPAAL's format that other tools broke: identifiers of locations are unique in the whole document, every
/// reference leads to a location of its own template, and parts come in their order.
#[test]
fn uppaal_models_keep_to_the_format() {
    for name in ["huang-3", "suzukikasami", "bully"] {
        let (model, queries) = example(name);
        let text = uppaal::write(&model, &queries, true);
        assert!(text.starts_with("<?xml") && text.contains("<!DOCTYPE nta PUBLIC"), "{name}");
        let ids: Vec<&str> =
            text.split("<location id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let unique: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{name}: a location's id is there twice");
        for template in text.split("<template>").skip(1) {
            let template = template.split("</template>").next().unwrap_or_default();
            let own: Vec<&str> =
                template.split("<location id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            for reference in template.split("ref=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(own.contains(&reference), "{name}: {reference} is in another template");
            }
            let places = ["<name", "<location", "<init", "<transition"].map(|part| template.find(part));
            assert!(places.is_sorted(), "{name}: {places:?}");
        }
        for tag in ["nta", "template", "location", "transition", "system", "queries", "query", "formula"] {
            let opened =
                text.matches(&format!("<{tag}>")).count() + text.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, text.matches(&format!("</{tag}>")).count(), "{name}: {tag}");
        }
        let order = ["<declaration>", "<template>", "<system>", "<queries>"].map(|part| text.find(part));
        assert!(order.is_sorted() && order[0].is_some(), "{name}");
    }
}

#[test]
fn what_is_outside_of_the_subset_is_told_with_its_line() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/distributed/ring");
    let mut request = Request::new(&dir, ".");
    request.watch = vec!["*".to_string()];
    let loaded = Loader::new().load(&request).expect("the example loads");
    let error = Model::new(&loaded.image).expect_err("it uses the package").to_string();
    assert!(error.contains("main starts no nodes by go statements"), "{error}");
}
