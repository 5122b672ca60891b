//! What a server shows or a page carries: an index, and documents, made when they are first asked for.

use std::io;
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use vtrace_machine::{Choice, Machine};
use vtrace_report::{Finding, Report, Verdict};

use crate::document::{Graph, Run};
use crate::record::{self, Reader, Recorder};
use crate::{from_report, record::record};

/// How many steps a branch goes on by itself.
const LONGEST: usize = 10_000;

/// Everything that there is to see.
pub struct Exhibit {
    index: Index,
    items: Vec<Item>,
}

/// What the page shows first.
#[derive(Serialize, Default)]
struct Index {
    form: &'static str,
    title: String,
    version: &'static str,
    /// What else there is to know, in lines.
    notes: Vec<String>,
    /// How the check of each entry went.
    entries: Vec<Entry>,
    items: Vec<Summary>,
    /// Whether a check is running whose results will be shown here.
    watching: bool,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    verdict: &'static str,
    why: String,
    findings: Vec<String>,
}

#[derive(Serialize, Clone)]
struct Summary {
    name: String,
    form: &'static str,
    title: String,
    sentence: String,
    kind: String,
    standing: String,
    place: String,
}

struct Item {
    name: String,
    make: Box<dyn Fn() -> Result<String, String> + Send + Sync>,
    made: OnceLock<Result<String, String>>,
    engine: Option<Engine>,
}

/// What can go on from a run.
#[derive(Clone)]
pub struct Engine {
    /// The machine.
    pub machine: Arc<Machine>,
    /// How to read its sources.
    pub read: Arc<Reader>,
}

/// What somebody wants to see: a run that begins with these choices, and perhaps goes on by itself.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The choices.
    pub schedule: Vec<Choice>,
    /// Whether to go on until nothing can happen any more.
    pub go_on: bool,
}

/// How a branch ended.
#[derive(Serialize)]
struct BranchEnd {
    next: Vec<crate::document::Other>,
    /// Why no more steps were made, if some could have been.
    why: Option<String>,
}

impl Exhibit {
    /// An empty one.
    pub fn new(title: &str) -> Exhibit {
        let index = Index {
            form: "index",
            title: title.to_string(),
            version: env!("CARGO_PKG_VERSION"),
            ..Index::default()
        };
        Exhibit { index, items: Vec::new() }
    }

    /// What a check that is still running will find.
    pub fn watching(title: &str) -> Exhibit {
        let mut exhibit = Exhibit::new(title);
        exhibit.index.watching = true;
        exhibit
    }

    /// What a report says, with a run for each finding. `engine` gives the machine for an entry's name, or why there is none.
    pub fn of_report(
        title: &str,
        report: &Report,
        read: &Arc<Reader>,
        engine: impl Fn(&str) -> Result<Arc<Machine>, String> + Send + Sync + 'static,
    ) -> Exhibit {
        let mut exhibit = Exhibit::new(title);
        for entry in &report.entries {
            let (verdict, why) = match &entry.verdict {
                Verdict::Proved => ("proved", String::new()),
                Verdict::Bounded { by } => ("bounded", by.join("; ")),
                Verdict::NotAnalysed { why } => ("not analysed", why.clone()),
            };
            let (name, findings) = (entry.full_name(), entry.findings.clone());
            exhibit.index.entries.push(Entry { name, verdict, why, findings });
        }
        let engine = Arc::new(engine);
        for finding in &report.findings {
            exhibit.add_finding(finding, read, &engine);
        }
        exhibit
    }

    fn add_finding(
        &mut self,
        finding: &Finding,
        read: &Arc<Reader>,
        engine: &Arc<impl Fn(&str) -> Result<Arc<Machine>, String> + Send + Sync + 'static>,
    ) {
        let place =
            finding.place().map_or_else(String::new, |at| format!("{}:{}", read(&at.file).0, at.line));
        let summary = Summary {
            name: finding.id.clone(),
            form: "run",
            title: finding.id.clone(),
            sentence: finding.message.clone(),
            kind: finding.kind.name().to_string(),
            standing: finding.standing.name().to_string(),
            place,
        };
        let machine = match finding.entries.first() {
            Some(entry) => engine(entry),
            None => Err("the report does not say in which entry it was found".to_string()),
        };
        let live =
            machine.as_ref().ok().map(|machine| Engine { machine: machine.clone(), read: read.clone() });
        let (finding, read) = (finding.clone(), read.clone());
        let make = move || Ok(to_json(&run_of(&finding, &machine, &read)));
        self.add(summary, live, make);
    }

    /// Adds a run that somebody has recorded.
    pub fn add_run(&mut self, name: &str, sentence: &str, run: Run, engine: Option<Engine>) {
        let summary =
            Summary { form: "run", sentence: sentence.to_string(), ..Summary::named(name, &run.title) };
        let json = to_json(&run);
        self.add(summary, engine, move || Ok(json.clone()));
    }

    /// Adds a state graph.
    pub fn add_graph(&mut self, name: &str, graph: &Graph) {
        let summary =
            Summary { form: "graph", sentence: graph.sentence.clone(), ..Summary::named(name, &graph.title) };
        let json = to_json(graph);
        self.add(summary, None, move || Ok(json.clone()));
    }

    /// Adds a document of ours that was written before.
    pub fn add_text(&mut self, name: &str, title: &str, form: &'static str, json: String) {
        self.add(Summary { form, ..Summary::named(name, title) }, None, move || Ok(json.clone()));
    }

    /// Says something on the first page.
    pub fn note(&mut self, text: String) {
        self.index.notes.push(text);
    }

    fn add(
        &mut self,
        summary: Summary,
        engine: Option<Engine>,
        make: impl Fn() -> Result<String, String> + Send + Sync + 'static,
    ) {
        let name = summary.name.clone();
        self.index.items.push(summary);
        self.items.push(Item { name, make: Box::new(make), made: OnceLock::new(), engine });
    }

    /// The document with this name: `index`, or an item's.
    pub fn document(&self, name: &str) -> Option<Result<String, String>> {
        if name == "index" {
            return Some(Ok(to_json(&self.index)));
        }
        let item = self.items.iter().find(|item| item.name == name)?;
        Some(item.made.get_or_init(|| (item.make)()).clone())
    }

    /// All documents, for a page that stands alone.
    pub fn documents(&self) -> Vec<(String, String)> {
        let index = ("index".to_string(), to_json(&self.index));
        let items = self.items.iter().filter_map(|item| {
            let made = item.made.get_or_init(|| (item.make)());
            Some((item.name.clone(), made.clone().ok()?))
        });
        std::iter::once(index).chain(items).collect()
    }

    /// Whether an engine can go on from an item.
    pub fn is_live(&self, name: &str) -> bool {
        self.items.iter().any(|item| item.name == name && item.engine.is_some())
    }

    /// Makes a branch of an item, and sends its steps. Gives what is there to say at its end, or none if there is no engine.
    pub fn branch(
        &self,
        name: &str,
        wish: &Wish,
        send: &mut dyn FnMut(&str, &str) -> io::Result<()>,
    ) -> io::Result<Option<String>> {
        let item = self.items.iter().find(|item| item.name == name);
        let Some(Engine { machine, read }) = item.and_then(|item| item.engine.as_ref()) else {
            return Ok(None);
        };
        let (mut recorder, first) = Recorder::start(machine, &**read);
        send("step", &to_json(&first))?;
        let mut why = None;
        for choice in &wish.schedule {
            match recorder.step(choice) {
                Some(step) => send("step", &to_json(&step))?,
                None => {
                    why = Some(format!("`{choice}` is not possible here"));
                    break;
                }
            }
        }
        let mut last = wish.schedule.last().copied();
        let mut made = 0;
        while wish.go_on && why.is_none() {
            let Some(choice) = record::keep_going(machine, recorder.state(), last) else { break };
            let Some(step) = recorder.step(&choice) else { break };
            send("step", &to_json(&step))?;
            last = Some(choice);
            made += 1;
            if made >= LONGEST {
                why = Some(format!("it was stopped after {LONGEST} steps"));
            }
        }
        Ok(Some(to_json(&BranchEnd { next: recorder.others(None), why })))
    }
}

impl Summary {
    fn named(name: &str, title: &str) -> Summary {
        Summary {
            name: name.to_string(),
            form: "",
            title: title.to_string(),
            sentence: String::new(),
            kind: String::new(),
            standing: String::new(),
            place: String::new(),
        }
    }
}

fn run_of(finding: &Finding, machine: &Result<Arc<Machine>, String>, read: &Arc<Reader>) -> Run {
    let machine = match machine {
        Ok(machine) => machine,
        Err(why) => return from_report::run(finding, &**read, why),
    };
    let schedule: Result<Vec<Choice>, _> =
        finding.trace.schedule.iter().map(|choice| choice.parse()).collect();
    match schedule {
        Ok(schedule) => {
            let mut run = record(machine, &schedule, &**read, &finding.id);
            from_report::describe(&mut run, finding, &**read);
            run
        }
        Err(error) => from_report::run(finding, &**read, &error.to_string()),
    }
}

/// Only maps with keys that are no strings cannot be written, and there are none.
fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
