//! What the real Spin says about exported models is what the queries expect, and `vtrace sim` says. Without Spin and a C compiler
//! the tests only see that models are written.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use vtrace_export::abstraction::Abstraction;
use vtrace_export::{Model, promela, toph, uppaal};
use vtrace_load::{Loader, Request};
use vtrace_machine::{Machine, Program, TimeMode};
use vtrace_sim::{Fairness, Faults, Form, Limits, Query, Simulation, decide, query};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/distributed")
}

fn model(dir: &Path) -> Model {
    let mut request = Request::new(dir, ".");
    request.watch = vec!["*".to_string()];
    let loaded = Loader::new().load(&request).expect("the example loads");
    Model::new(&loaded.image).expect("it is in the subset")
}

/// The files with queries of an example, with the faults that each asks for. Without those that ask for what is in no model.
fn files(name: &str) -> Vec<(Vec<Query>, Faults)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(examples().join(name))
        .expect("it is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "q"))
        .collect();
    files.sort();
    let mut asked = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("it can be read");
        let options = text.lines().filter_map(|line| line.strip_prefix("// options: "));
        let words: Vec<&str> = options.flat_map(str::split_whitespace).collect();
        let mut faults = Faults::default();
        let (mut known, mut fair) = (true, false);
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            match word {
                "--crash" => faults.crash = words.next().expect("how many").parse().expect("a number"),
                "--recover" => faults.recover = 1,
                "--fairness" => fair = words.next().is_some(),
                _ => known = false,
            }
        }
        if known {
            let mut queries = query::parse_file(&text).expect("they can be read");
            // Fairness is of no interest to what is about states.
            queries.retain(|query| !fair || query.form.is_about_states());
            asked.push((queries, faults));
        }
    }
    asked
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

fn is_there() -> bool {
    succeeds(Command::new("spin").arg("-V")) && succeeds(Command::new("cc").arg("--version"))
}

/// Whether Spin finds what a query of a model looks for. Breadth first if it is to be found, since it then is soon; but then Spin
/// does not know of timeouts.
fn spin_finds(text: &str, number: usize, soon: bool) -> bool {
    let dir = tempfile::tempdir().expect("there is room");
    std::fs::write(dir.path().join("model.pml"), text).expect("it can be written");
    let run = |name: &str, arguments: &[&str]| {
        let output =
            Command::new(name).args(arguments).current_dir(dir.path()).output().expect("it can be started");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{name} {arguments:?}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        text
    };
    let formula = text.contains(&format!("ltl q{number} "));
    run("spin", &[&format!("-DQ{number}"), "-a", "model.pml"]);
    let order = if soon && !formula && !text.contains("timeout &&") { "-DBFS" } else { "-DNOFAIR" };
    run("cc", &["-O1", "-w", "-DNOREDUCE", "-DVECTORSZ=8192", order, "-o", "pan", "pan.c"]);
    let arguments: &[&str] = if formula { &["-E", "-a", "-m500000"] } else { &["-E", "-m500000"] };
    let output = run("./pan", arguments);
    assert!(!output.contains("max search depth too small"), "{output}");
    let found = ["assertion violated", "acceptance cycle", "claim violated"]
        .iter()
        .any(|error| output.contains(error));
    assert!(found || output.contains("errors: 0"), "{output}");
    found
}

/// Asks Spin all queries about a model, which must give the answers that they expect. Says how many there were.
fn spin_agrees(model: &Model, queries: &[Query], faults: &Faults) -> usize {
    let text = promela::write(model, queries, faults);
    let mut asked = 0;
    for (place, query) in queries.iter().enumerate() {
        let number = place + 1;
        if !text.contains(&format!("#ifdef Q{number}\n")) {
            continue;
        }
        asked += 1;
        let expected = query.expected.expect("every query of the examples expects something");
        // An error is what makes these hold, and breaks the others.
        let positive = matches!(query.form, Form::Reachable(_) | Form::Preservable(_));
        if is_there() {
            let found = spin_finds(&text, number, positive == expected);
            assert_eq!(found == positive, expected, "{query}\n{text}");
        }
    }
    asked
}

/// Asks all queries of an example, and says how many there were.
fn spin_agrees_on(name: &str) -> usize {
    let model = model(&examples().join(name));
    files(name).iter().map(|(queries, faults)| spin_agrees(&model, queries, faults)).sum()
}

#[test]
fn spin_agrees_on_huang_with_two_workers() {
    assert_eq!(spin_agrees_on("huang-3"), 4);
}

#[test]
fn spin_agrees_on_huang_with_three_workers() {
    assert_eq!(spin_agrees_on("huang-4"), 3);
}

#[test]
fn spin_agrees_on_suzuki_kasami() {
    assert_eq!(spin_agrees_on("suzukikasami"), 5);
}

#[test]
fn spin_agrees_on_suzuki_kasami_with_the_lost_request() {
    assert_eq!(spin_agrees_on("suzukikasami-lost"), 2);
}

#[test]
fn spin_agrees_on_bully() {
    assert_eq!(spin_agrees_on("bully"), 4);
}

#[test]
fn spin_agrees_on_bully_without_buffers() {
    assert_eq!(spin_agrees_on("bully-unbuffered"), 1);
}

/// Selects that meet, that must not, and queries about runs.
#[test]
fn spin_agrees_on_small_programs() {
    let programs = [
        // Two of which neither waits never meet; a node that waits meets both.
        (
            "select { case x[0] <- 1: sent = true\n default: }; ",
            "select { case <-x[0]: got = true\n default: }; ",
            vec![
                ("E<> a0.sent", false),
                ("E<> b1.got", false),
                ("A<> terminated", true),
                ("A[] !deadlock", true),
            ],
        ),
        (
            "x[0] <- 1; sent = true; ",
            "select { case <-x[0]: got = true\n default: }; ",
            vec![
                ("E<> b1.got", true),
                // What both do when they meet is one step.
                ("A[] a0.sent == b1.got", true),
                ("E<> deadlock && !b1.got", true),
                ("A<> b1.got", false),
                ("E[] !b1.got", true),
                ("a0.sent --> terminated", true),
                ("A[] !deadlock", false),
            ],
        ),
        // A case that is ready is as good as a default.
        (
            "y[0] <- 1; select { case <-y[0]: \n case x[0] <- 1: sent = true }; ",
            "select { case <-x[0]: got = true\n default: }; ",
            vec![("E<> a0.sent", false), ("A[] !deadlock", true), ("A<> ended(a0) && ended(b1)", true)],
        ),
        (
            "if rand.Intn(3) == 2 { os.Exit(1) }; x[0] <- rand.Intn(2); ",
            "got = (<-x[0]).(int) == 1; ",
            vec![
                ("E<> b1.got", true),
                ("E<> terminated && !b1.got", true),
                ("A<> terminated", true),
                ("E<> deadlock", false),
            ],
        ),
    ];
    for (a, b, asked) in programs {
        let dir = tempfile::tempdir().expect("there is room");
        let source = format!(
            "package main\n\nimport (\n\t\"math/rand\"\n\t\"os\"\n\t\"sync\"\n)\n\n\
             var x, y [1]chan interface{{}}\n\n\
             func main() {{\n\tx[0] = make(chan interface{{}})\n\ty[0] = make(chan interface{{}}, 1)\n\
             \tvar wg sync.WaitGroup\n\twg.Add(2)\n\
             \tgo func() {{ a(0); wg.Done() }}()\n\tgo func() {{ b(1); wg.Done() }}()\n\twg.Wait()\n}}\n\n\
             func a(pid int) {{\n\tvar sent bool\n\t{a}\n\t_ = sent\n}}\n\n\
             func b(pid int) {{\n\tvar got bool\n\t{b}\n\t_ = got\n}}\n\nvar _, _ = rand.Intn, os.Exit\n"
        );
        std::fs::write(dir.path().join("main.go"), source).expect("it can be written");
        std::fs::write(dir.path().join("go.mod"), "module small\n\ngo 1.24\n").expect("it can be written");
        let queries: Vec<Query> = asked
            .iter()
            .map(|(text, expected)| Query {
                expected: Some(*expected),
                ..query::parse(text).expect("a query")
            })
            .collect();
        sim_agrees(dir.path(), &queries);
        assert_eq!(spin_agrees(&model(dir.path()), &queries, &Faults::default()), queries.len());
    }
}

/// What is expected is what `vtrace sim` says.
fn sim_agrees(dir: &Path, queries: &[Query]) {
    let mut request = Request::new(dir, ".");
    request.watch = vec!["*".to_string()];
    let loaded = Loader::new().load(&request).expect("it loads");
    let program = Arc::new(Program::new(loaded.image).expect("it is well-formed"));
    let machine = Machine::new(program, 0, vtrace_sim::options(TimeMode::Any));
    let simulation = Simulation { machine: &machine, faults: Faults::default(), observed: Vec::new() };
    let limits = Limits {
        states: 100_000,
        time: Duration::from_secs(60),
        memory: 1 << 30,
        threads: 1,
        goals: false,
        edges: false,
    };
    let decision = decide(&simulation, queries, Fairness::None, limits, &|| false).expect("it can be asked");
    for (query, answer) in queries.iter().zip(&decision.answers) {
        assert_eq!(answer.holds, query.expected, "{query}");
    }
}

/// The rules of UPPAAL's format that other tools broke: identifiers of locations are unique in the whole document, every
/// reference leads to a location of its own template, and parts come in their order.
fn keeps_to_the_format(name: &str, text: &str) {
    assert!(text.starts_with("<?xml") && text.contains("<!DOCTYPE nta PUBLIC"), "{name}");
    let ids: Vec<&str> =
        text.split("<location id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let unique: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "{name}: a location's id is there twice");
    let mut templates = std::collections::BTreeSet::new();
    for template in text.split("<template>").skip(1) {
        let template = template.split("</template>").next().unwrap_or_default();
        let own: Vec<&str> =
            template.split("<location id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        for reference in template.split("ref=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(own.contains(&reference), "{name}: {reference} is in another template");
        }
        let places = ["<name", "<location", "<init", "<transition"].map(|part| template.find(part));
        assert!(
            places[..3].is_sorted() && places[0].is_some() && places[3].is_none_or(|_| places.is_sorted()),
            "{name}: {places:?}"
        );
        // Names are identifiers, each once.
        let between = |text: &str| {
            text.split_once('>').and_then(|(_, rest)| rest.split('<').next().map(str::to_string))
        };
        let names: Vec<String> = template.split("<name").skip(1).filter_map(between).collect();
        let unique: std::collections::BTreeSet<&String> = names.iter().skip(1).collect();
        assert_eq!(unique.len(), own.len(), "{name}: locations share names: {names:?}");
        for identifier in &names {
            let first = identifier.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
            let all = identifier.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            assert!(first && all, "{name}: {identifier} is no identifier");
        }
        assert!(templates.insert(names[0].clone()), "{name}: there are two templates {}", names[0]);
    }
    for tag in ["nta", "template", "location", "transition", "system", "queries", "query", "formula"] {
        let opened = text.matches(&format!("<{tag}>")).count() + text.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, text.matches(&format!("</{tag}>")).count(), "{name}: {tag}");
    }
    let order = ["<declaration>", "<template>", "<system>", "<queries>"].map(|part| text.find(part));
    assert!(order.is_sorted() && order[0].is_some(), "{name}");
}

#[test]
fn uppaal_models_keep_to_the_format() {
    for name in ["huang-3", "suzukikasami", "bully"] {
        let model = model(&examples().join(name));
        let queries: Vec<Query> = files(name).into_iter().flat_map(|(queries, _)| queries).collect();
        let crash = Faults { crash: "1".parse().expect("a number"), recover: 1, ..Faults::default() };
        keeps_to_the_format(name, &uppaal::write(&model, &queries, &crash, true).expect("it can be said"));
    }
}

#[test]
fn control_flow_keeps_to_the_format() {
    for name in ["ring", "raft", "suzukikasami", "philosophers", "alternatingbit"] {
        let loaded = Loader::new().load(&Request::new(examples().join(name), ".")).expect("it loads");
        let abstraction = Abstraction::new(&loaded.image, 3).expect("there is a main");
        keeps_to_the_format(name, &toph::write(&abstraction).expect("it can be said"));
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
