//! UPPAAL's semantics, as far as our models use it, for the tests: what an exported model does is what the program does, and traces
//! of it can be read. An independent reading of the XML, which shares with the writer only the syntax of expressions.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use std::path::Path;

use vtrace_load::{Loader, Request};
use vtrace_sim::{Faults, Form, Query, query};

use crate::abstraction::Abstraction;
use crate::declared::{Declarations, Values, evaluate};
use crate::model::Model;
use crate::nta::{Edge, Network};
use crate::{toph, uppaal, xtr};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    locations: Vec<usize>,
    values: Vec<i64>,
}

/// Who takes which edge, with what is selected.
type Step = Vec<(usize, usize, Option<i64>)>;

struct Interpreter<'a> {
    network: &'a Network,
    declared: Declarations,
}

impl Interpreter<'_> {
    fn initial(&self) -> State {
        let mut values = vec![0; self.declared.names().count()];
        let mut set = |text: &str, process: Option<usize>| {
            for line in text.lines().filter(|line| !line.starts_with("const") && !line.starts_with('\t')) {
                let Some((declarator, value)) = line.split_once(" = ") else { continue };
                let name = declarator.split_whitespace().last().expect("a name");
                let value = evaluate(value.trim_end_matches(';'), &|_, _| None).expect("a constant");
                values[self.declared.place(process, name).expect("it is declared")] = value;
            }
        };
        set(&self.network.globals, None);
        for (number, process) in self.network.processes.iter().enumerate() {
            set(&self.network.templates[process.template].declaration, Some(number));
        }
        let initial =
            self.network.processes.iter().map(|process| self.network.templates[process.template].initial);
        State { locations: initial.collect(), values }
    }

    fn edges(&self, process: usize) -> &[Edge] {
        &self.network.templates[self.network.processes[process].template].edges
    }

    fn is_committed(&self, state: &State, process: usize) -> bool {
        let template = &self.network.templates[self.network.processes[process].template];
        template.locations[state.locations[process]].committed
    }

    fn value(&self, state: &State, process: usize, selected: Option<i64>, text: &str) -> i64 {
        let values =
            Values { declared: &self.declared, network: self.network, process, values: &state.values };
        let lookup = |name: &str, indices: &[i64]| match name {
            "chosen" | "i" if selected.is_some() => selected,
            _ => values.lookup(name, indices),
        };
        evaluate(text, &lookup).unwrap_or_else(|| panic!("`{text}` is not understood"))
    }

    fn successors(&self, state: &State) -> Vec<(Step, State)> {
        let mut enabled: Vec<(usize, usize, Option<i64>)> = Vec::new();
        for process in 0..state.locations.len() {
            for (number, edge) in self.edges(process).iter().enumerate() {
                if edge.from != state.locations[process] {
                    continue;
                }
                let selections: Vec<Option<i64>> = match &edge.select {
                    None => vec![None],
                    Some(select) => {
                        let range = select.split_once("int[").expect("a range").1.trim_end_matches(']');
                        let (from, to) = range.split_once(',').expect("two ends");
                        let end = |text: &str| self.value(state, process, None, text);
                        (end(from)..=end(to)).map(Some).collect()
                    }
                };
                for selected in selections {
                    let holds = |guard: &String| self.value(state, process, selected, guard) != 0;
                    if edge.guard.as_ref().is_none_or(holds) {
                        enabled.push((process, number, selected));
                    }
                }
            }
        }
        let mut steps: Vec<Step> = Vec::new();
        for &(process, number, selected) in &enabled {
            let edge = &self.edges(process)[number];
            if edge.synchronisation.is_none() {
                steps.push(vec![(process, number, selected)]);
            } else if let Some(channel) = self.channel(state, process, edge, '!') {
                for &(other, theirs, chosen) in enabled.iter().filter(|(other, ..)| *other != process) {
                    if self.channel(state, other, &self.edges(other)[theirs], '?').as_ref() == Some(&channel)
                    {
                        steps.push(vec![(process, number, selected), (other, theirs, chosen)]);
                    }
                }
            }
        }
        if (0..state.locations.len()).any(|process| self.is_committed(state, process)) {
            steps.retain(|step| step.iter().any(|(process, ..)| self.is_committed(state, *process)));
        }
        steps.into_iter().map(|step| (step.clone(), self.apply(state, &step))).collect()
    }

    /// The channel of an edge that synchronises with this sign.
    fn channel(&self, state: &State, process: usize, edge: &Edge, sign: char) -> Option<(String, i64)> {
        let text = edge.synchronisation.as_ref()?.strip_suffix(sign)?;
        Some(match text.split_once('[') {
            Some((name, index)) => {
                (name.to_string(), self.value(state, process, None, index.strip_suffix(']')?))
            }
            None => (text.to_string(), 0),
        })
    }

    fn apply(&self, state: &State, step: &Step) -> State {
        let mut next = state.clone();
        for &(process, number, selected) in step {
            let edge = &self.edges(process)[number];
            for part in &edge.assignment {
                self.assign(&mut next, process, selected, part);
            }
            next.locations[process] = edge.to;
        }
        next
    }

    fn assign(&self, state: &mut State, process: usize, selected: Option<i64>, part: &str) {
        if let Some(name) = part.strip_suffix("++").or(part.strip_suffix("--")) {
            let change = if part.ends_with('+') { 1 } else { -1 };
            *self.place(state, process, selected, name) += change;
        } else if let Some((channel, arguments)) = part.split_once("Put(") {
            let (index, value) = split(arguments.strip_suffix(')').expect("a bracket"));
            let [index, value] = [index, value].map(|x| self.value(state, process, selected, x));
            let size = *self.place(state, process, None, &format!("{channel}Size[{index}]"));
            *self.place(state, process, None, &format!("{channel}Var[{index}][{size}]")) = value;
            *self.place(state, process, None, &format!("{channel}Size[{index}]")) += 1;
        } else if let Some((left, arguments)) = part.split_once("Take(") {
            let channel = left.rsplit(' ').next().expect("a name");
            let index = self.value(state, process, selected, arguments.strip_suffix(')').expect("a bracket"));
            let size = *self.place(state, process, None, &format!("{channel}Size[{index}]"));
            let mut all: Vec<i64> = (0..size)
                .map(|k| *self.place(state, process, None, &format!("{channel}Var[{index}][{k}]")))
                .collect();
            let taken = all.remove(0);
            all.push(0);
            for (k, value) in all.into_iter().enumerate() {
                *self.place(state, process, None, &format!("{channel}Var[{index}][{k}]")) = value;
            }
            *self.place(state, process, None, &format!("{channel}Size[{index}]")) -= 1;
            if let Some((name, _)) = left.split_once(" = ") {
                *self.place(state, process, selected, name) = taken;
            }
        } else {
            let (name, value) = part.split_once(" = ").unwrap_or_else(|| panic!("`{part}` is no assignment"));
            let value = self.value(state, process, selected, value);
            *self.place(state, process, selected, name) = value;
        }
    }

    fn place<'s>(
        &self,
        state: &'s mut State,
        process: usize,
        selected: Option<i64>,
        name: &str,
    ) -> &'s mut i64 {
        let full = match name.split_once('[') {
            Some((array, indices)) => {
                indices.trim_end_matches(']').split("][").fold(array.to_string(), |full, index| {
                    format!("{full}[{}]", self.value(state, process, selected, index))
                })
            }
            None => name.to_string(),
        };
        let place = self.declared.place(Some(process), &full).or_else(|| self.declared.place(None, &full));
        &mut state.values[place.unwrap_or_else(|| panic!("there is no variable {full}"))]
    }

    /// Whether a predicate of a query holds in a state.
    fn holds(&self, state: &State, predicate: &str) -> bool {
        let deadlock = || i64::from(self.successors(state).is_empty());
        let lookup = |name: &str, indices: &[i64]| {
            if name == "deadlock" {
                return Some(deadlock());
            }
            let Some((process, member)) = name.split_once('.') else {
                let full = indices.iter().fold(name.to_string(), |name, i| format!("{name}[{i}]"));
                return self.declared.value(&state.values, &full);
            };
            let number = self.network.processes.iter().position(|other| other.name == process)?;
            if let Some(place) = self.declared.place(Some(number), member) {
                return Some(state.values[place]);
            }
            let template = &self.network.templates[self.network.processes[number].template];
            let location = template.locations.iter().position(|location| location.name == member)?;
            Some(i64::from(state.locations[number] == location))
        };
        let text = predicate.replace("moving == 0 imply", "moving != 0 ||").replace("not (", "!(");
        evaluate(&text, &lookup).unwrap_or_else(|| panic!("`{predicate}` is not understood")) != 0
    }

    /// A shortest run to a state where the predicate holds, if there is one.
    fn find(&self, predicate: &str) -> Option<Vec<(Step, State)>> {
        self.find_within(predicate, usize::MAX).expect("there is no limit")
    }

    /// [`Interpreter::find`], among so many states; an error if there are more.
    fn find_within(&self, predicate: &str, most: usize) -> Result<Option<Vec<(Step, State)>>, ()> {
        let mut parents: BTreeMap<State, Option<(State, Step)>> = BTreeMap::from([(self.initial(), None)]);
        let mut frontier = VecDeque::from([self.initial()]);
        while let Some(state) = frontier.pop_front() {
            if self.holds(&state, predicate) {
                let mut run = Vec::new();
                let mut at = state;
                while let Some((before, step)) = parents[&at].clone() {
                    run.push((step, at));
                    at = before;
                }
                run.reverse();
                return Ok(Some(run));
            }
            if parents.len() > most {
                return Err(());
            }
            for (step, next) in self.successors(&state) {
                if !parents.contains_key(&next) {
                    parents.insert(next.clone(), Some((state.clone(), step)));
                    frontier.push_back(next);
                }
            }
        }
        Ok(None)
    }

    /// A run as UPPAAL writes it.
    fn xtr(&self, run: &[(Step, State)]) -> String {
        let write = |state: &State| {
            let lines = |numbers: Vec<String>| numbers.iter().map(|n| format!("{n}\n")).collect::<String>();
            let locations = lines(state.locations.iter().map(usize::to_string).collect());
            let values = lines(state.values.iter().map(i64::to_string).collect());
            format!("{locations}.\n.\n{values}.\n")
        };
        let mut text = write(&self.initial());
        for (step, state) in run {
            text += &write(state);
            for (process, edge, selected) in step {
                let selected = selected.map_or(String::new(), |value| format!("{value} "));
                let _ = writeln!(text, "{process} {edge} {selected};");
            }
            text += ".\n";
        }
        text + ".\n"
    }
}

fn split(arguments: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, letter) in arguments.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => return (&arguments[..at], &arguments[at + 1..]),
            _ => {}
        }
    }
    panic!("`{arguments}` are not two");
}

fn exported(example: &str, queries: &[Query], faults: &Faults) -> String {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/distributed").join(example);
    let mut request = Request::new(dir, ".");
    request.watch = vec!["*".to_string()];
    let loaded = Loader::new().load(&request).expect("the example loads");
    let model = Model::new(&loaded.image).expect("it is in the subset");
    uppaal::write(&model, queries, faults, false).expect("it can be said")
}

fn read(xml: &str) -> (Network, Vec<String>) {
    let network = Network::read(xml).expect("it can be read");
    let formulas =
        xml.split("<formula>").skip(1).map(|rest| rest.split("</formula>").next().unwrap_or_default());
    let plain = |text: &str| text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    (network, formulas.map(plain).collect())
}

/// Asks the queries of a file of an example about its model: the answers are those that they expect.
fn answers_are_as_expected(example: &str, file: &str, faults: &Faults) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/distributed").join(example).join(file);
    let text = std::fs::read_to_string(path).expect("it can be read");
    let mut queries = query::parse_file(&text).expect("they can be read");
    queries.retain(|query| query.form.is_about_states());
    let xml = exported(example, &queries, faults);
    let (network, formulas) = read(&xml);
    let interpreter =
        Interpreter { network: &network, declared: network.declarations().expect("they are ours") };
    for (query, formula) in queries.iter().zip(formulas) {
        let holds = match &query.form {
            Form::Reachable(_) => interpreter.find(formula.strip_prefix("E<> ").expect("E<>")).is_some(),
            _ => {
                let inner = formula.strip_prefix("A[] ").expect("A[]");
                interpreter.find(&format!("!({})", inner.replace("not (", "!("))).is_none()
            }
        };
        assert_eq!(Some(holds), query.expected, "{query}: {formula}");
    }
}

#[test]
fn models_of_suzuki_kasami_do_what_the_program_does() {
    answers_are_as_expected("suzukikasami", "queries.q", &Faults::default());
}

#[test]
fn models_of_the_lost_request_do_what_the_program_does() {
    answers_are_as_expected("suzukikasami-lost", "queries.q", &Faults::default());
}

#[test]
fn models_of_bully_without_buffers_do_what_the_program_does() {
    answers_are_as_expected("bully-unbuffered", "queries.q", &Faults::default());
}

#[test]
fn models_of_huang_do_what_the_program_does() {
    answers_are_as_expected("huang-4", "queries.q", &Faults::default());
}

#[test]
fn models_of_bully_with_a_crasher_do_what_the_program_does() {
    let crash = Faults { crash: "1".parse().expect("a number"), ..Faults::default() };
    answers_are_as_expected("bully", "crash.q", &crash);
}

#[test]
fn a_trace_tells_the_thesis_run() {
    let queries = [query::parse("E<> worker2.weight == 1024").expect("a query")];
    let crash = Faults { crash: "1@worker3".parse().expect("a number"), ..Faults::default() };
    let xml = exported("huang-4", &queries, &crash);
    let (network, formulas) = read(&xml);
    let interpreter =
        Interpreter { network: &network, declared: network.declarations().expect("they are ours") };
    let predicate = format!("{} && nodeCrash[3]", formulas[0].strip_prefix("E<> ").expect("E<>"));
    let run = interpreter.find(&predicate).expect("there is a run");
    let trace = interpreter.xtr(&run);
    let played = xtr::read(&xml, &trace).expect("it can be read");
    let events = || played.steps.iter().flat_map(|step| &step.events);
    let mut told: Vec<String> = events()
        .filter_map(|event| {
            let message = event.message.as_ref()?;
            let ends = [&message.from, &message.to].map(|end| end.clone().unwrap_or_default());
            Some(format!("{} {} {} {}", event.kind, ends[0], ends[1], message.value))
        })
        .collect();
    assert_eq!(
        told,
        [
            "send controlAgent0 worker1 2048",
            "receive controlAgent0 worker1 2048",
            "send worker1 worker2 1024",
            "receive worker1 worker2 1024"
        ]
    );
    told.clear();
    let crashes: Vec<_> =
        events().filter(|event| event.fault).map(|event| (&*event.kind, event.node.clone())).collect();
    assert_eq!(crashes, [("crash", Some("worker3".to_string()))]);
    let last = played.steps.last().expect("there are steps");
    assert_eq!(last.variables["worker2"]["weight"], "1024");
    assert_eq!(last.variables["worker2"]["active"], "true");
    assert_eq!(last.crashed, ["worker3"]);
    // Steps are those of the program, and not those of the model.
    assert!(
        played.steps.len() < run.len() && played.steps.len() <= 12,
        "{} of {}",
        played.steps.len(),
        run.len()
    );

    for (broken, message) in [
        (trace.replacen("0\n", "99\n", 1), "line 1 of the trace: controlAgent0 has no location 99"),
        (trace[..trace.len() / 2].to_string(), "but it ends here"),
        (String::new(), "expected a location"),
        (trace.replacen(";\n", "x ;\n", 1), "expected a selected value"),
    ] {
        let error = xtr::read(&xml, &broken).expect_err("it is broken").to_string();
        assert!(error.contains(message), "{error}");
    }
    assert!(
        xtr::read("<html>", &trace).expect_err("no model").to_string().contains("vtrace export --to uppaal")
    );
}

#[test]
fn messages_are_told_where_two_meet() {
    let queries = [query::parse("E<> node2.hasToken").expect("a query")];
    let xml = exported("suzukikasami", &queries, &Faults::default());
    let (network, formulas) = read(&xml);
    let interpreter =
        Interpreter { network: &network, declared: network.declarations().expect("they are ours") };
    let run = interpreter.find(formulas[0].strip_prefix("E<> ").expect("E<>")).expect("there is a run");
    let played = xtr::read(&xml, &interpreter.xtr(&run)).expect("it can be read");
    let last = played.steps.last().expect("there are steps");
    let kinds: Vec<_> =
        last.events.iter().map(|event| (&*event.kind, event.node.as_deref().unwrap_or_default())).collect();
    assert_eq!(kinds, [("send", "node0"), ("receive", "node2")], "both in one step");
    let message = last.events[0].message.as_ref().expect("a message");
    assert_eq!((message.to.as_deref(), &*message.value), (Some("node2"), "0"));
}

/// The answers to the queries of a program's control flow: the formulas with their comments that do not hold.
fn broken(main: &str) -> Vec<String> {
    let dir = tempfile::tempdir().expect("there is room");
    let source = format!(
        "package main\n\nimport (\n\t\"os\"\n\t\"sync\"\n)\n\nvar _ = os.Exit\nvar _ sync.Mutex\n\n{main}\n"
    );
    std::fs::write(dir.path().join("main.go"), source).expect("it can be written");
    std::fs::write(dir.path().join("go.mod"), "module small\n\ngo 1.24\n").expect("it can be written");
    let loaded = Loader::new().load(&Request::new(dir.path(), ".")).expect("it loads");
    let abstraction = Abstraction::new(&loaded.image, 2).expect("there is a main");
    let xml = toph::write(&abstraction).expect("it can be said");
    let (network, formulas) = read(&xml);
    let interpreter =
        Interpreter { network: &network, declared: network.declarations().expect("they are ours") };
    let comments =
        xml.split("<comment>").skip(1).map(|rest| rest.split("</comment>").next().unwrap_or_default());
    let mut broken = Vec::new();
    for (formula, comment) in formulas.iter().zip(comments) {
        let holds = match formula.strip_prefix("E<> ") {
            Some(p) => interpreter.find(p).is_some(),
            None => {
                let p = formula.strip_prefix("A[] not ").expect("A[] not");
                interpreter.find(p).is_none()
            }
        };
        if !holds {
            broken.push(comment.replace("main.go:", "line "));
        }
    }
    broken
}

/// Each program, with what its control flow does wrong, in the first words.
#[test]
fn control_flow_has_the_bugs_that_the_program_has() {
    let programs: &[(&str, &[&str])] = &[
        ("func main() { c := make(chan int); c <- 1 }", &["somebody", "the channel"]),
        ("func main() { c := make(chan int); go func() { c <- 1 }(); <-c }", &[]),
        ("func main() { c := make(chan int, 1); c <- 1 }", &[]),
        ("func main() { c := make(chan int, 1); c <- 1; c <- 2 }", &["somebody", "the channel"]),
        ("func main() { c := make(chan int, 1); close(c); c <- 1 }", &["no goroutine", "the channel"]),
        ("func main() { c := make(chan int, 1); close(c); close(c) }", &["no goroutine", "the channel"]),
        // A receive from a closed channel is told apart: the loop ends.
        ("func main() { c := make(chan int, 1); c <- 1; close(c); for range c {} }", &[]),
        ("func main() { c := make(chan int, 1); c <- 1; for range c {} }", &["somebody", "the channel"]),
        ("func main() { var m sync.Mutex; m.Lock(); m.Lock() }", &["somebody", "the lock"]),
        ("func main() { var m sync.Mutex; m.Lock(); m.Unlock(); m.Unlock() }", &["no goroutine", "the lock"]),
        (
            "func main() { f() }\nvar m sync.RWMutex\nfunc f() { m.RLock(); defer m.RUnlock(); m.RLock(); m.RUnlock() }",
            &[],
        ),
        ("func main() { var wg sync.WaitGroup; wg.Add(1); go func() { defer wg.Done() }(); wg.Wait() }", &[]),
        (
            "func main() { var wg sync.WaitGroup; wg.Add(2); go func() { defer wg.Done() }(); wg.Wait() }",
            &["somebody", "the wait"],
        ),
        ("func main() { var wg sync.WaitGroup; wg.Done() }", &["no goroutine", "the wait"]),
        // Which case a select took is known behind it.
        (
            "func main() { a, b := make(chan int, 1), make(chan int, 1); a <- 1\nselect {\ncase <-a:\ncase <-b: b <- 1; b <- 1\n} }",
            &[],
        ),
        ("func main() { a := make(chan int)\nselect {\ncase <-a: panic(1)\ndefault:\n} }", &[]),
        ("func main() { if len(os.Args) > 1 { panic(1) } }", &["no goroutine"]),
        (
            "func main() { c := make(chan int); if len(os.Args) > 1 { os.Exit(1) }; <-c }",
            &["somebody", "the channel"],
        ),
        // Functions and closures are put in place; what is passed to them is known.
        (
            "type s struct{ c chan int }\nfunc main() { x := &s{make(chan int)}; go x.f(); <-x.c }\nfunc (x *s) f() { g(x.c) }\nfunc g(c chan int) { c <- 1 }",
            &[],
        ),
        (
            "var c = make(chan int)\nfunc main() { f := func() { c <- 1 }; go f(); <-c; <-c }",
            &["somebody", "the channel"],
        ),
        (
            "func main() { m := map[int]chan int{}; m[1] = make(chan int, 1); close(m[1]); for _, c := range m { close(c) } }",
            &["no goroutine", "the channel"],
        ),
        ("func main() { var o sync.Once; o.Do(func() {}); o.Do(func() {}) }", &[]),
        ("func main() { var o sync.Once; o.Do(func() { o.Do(func() {}) }) }", &["somebody", "the once"]),
        // A goroutine that starts itself.
        ("func main() { f() }\nfunc f() { go f() }", &["there are never more"]),
        ("func main() { for range os.Args { go func() {}() } }", &["there are never more"]),
        (
            "func main() {\nif len(os.Args) > 1 {\n//vtrace:unreachable\nprintln()\n}\n}",
            &["line 13 is never"],
        ),
        ("func main() {\n//vtrace:reachable\nprintln()\n}", &[]),
    ];
    let mut wrong = String::new();
    for (program, expected) in programs {
        let broken = broken(program);
        let as_expected =
            broken.len() == expected.len() && broken.iter().zip(*expected).all(|(b, e)| b.starts_with(e));
        if !as_expected {
            let _ = writeln!(wrong, "{program}\nexpected {expected:?}, broken {broken:?}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What the programs of `tests/ui` do wrong with channels, locks and wait groups is in their control flow as well, where nothing had to be
/// left out of that.
#[test]
fn control_flow_has_the_bugs_of_the_corpus() {
    let kinds = [
        ("deadlock", "deadlock && !ended"),
        ("send-on-closed", "panicked"),
        ("close-of-closed", "panicked"),
        ("negative-waitgroup", "panicked"),
        ("unlock-of-unlocked", "panicked"),
    ];
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui");
    let (mut found, mut left_out) = (0, 0);
    let mut missed = Vec::new();
    for folder in ["channel", "mutex", "once", "waitgroup", "select"] {
        let mut files: Vec<_> = std::fs::read_dir(corpus.join(folder))
            .expect("it is there")
            .map(|entry| entry.expect("it can be read").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "go"))
            .collect();
        files.sort();
        for path in files {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let expected: Vec<_> = kinds
                .iter()
                .filter(|(kind, _)| text.contains(&format!("//~ {kind}")))
                .map(|(_, p)| *p)
                .collect();
            if expected.is_empty() || !text.contains("func main()") {
                continue;
            }
            let file = path.file_name().expect("a name").to_string_lossy().into_owned();
            let loaded = Loader::new().load(&Request::new(corpus.join(folder), &file)).expect("it loads");
            let abstraction = Abstraction::new(&loaded.image, 3).expect("there is a main");
            if !abstraction.notes.is_empty() {
                left_out += 1;
                continue;
            }
            let xml = toph::write(&abstraction).expect("it can be said");
            let (network, _) = read(&xml);
            let interpreter =
                Interpreter { network: &network, declared: network.declarations().expect("they are ours") };
            for predicate in expected {
                match interpreter.find_within(predicate, 20_000) {
                    Ok(Some(_)) => {}
                    Ok(None) => missed.push(format!("{folder}/{file}: {predicate}")),
                    Err(()) => left_out += 1,
                }
                found += 1;
            }
        }
    }
    println!("{found} looked for, {left_out} left out");
    assert!(missed.is_empty(), "{missed:?}");
    assert!(found > 2 * left_out, "{found} looked for, {left_out} left out");
}
