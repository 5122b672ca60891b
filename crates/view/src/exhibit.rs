//! What a server shows or a page carries: an index, and documents, made when they are first asked for.

use std::sync::{Arc, OnceLock};

use serde::Serialize;
use vtrace_machine::{Choice, Machine};
use vtrace_report::{Finding, Kind, Report, Verdict};

use crate::document::{Graph, Run};
use crate::engine::{Engine, ProgramEngine};
use crate::record::{Reader, record};
use crate::{from_report, passing};

/// A run with more choices that nobody may ever look at is not put into pages that stand alone.
const LARGE: usize = 2_000;

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
    /// What else there is to take away: its name, and its title.
    extras: Vec<(&'static str, &'static str)>,
}

/// Something to take away besides the run itself.
pub struct Extra {
    /// What it is, for links: `sarif`.
    pub name: &'static str,
    /// What it is, for people.
    pub title: &'static str,
    /// Whether it takes so long to make that it is made only when somebody asks for it, and is not in an exported page.
    pub slow: bool,
    /// Makes it.
    pub make: Box<dyn Fn() -> Result<Files, String> + Send + Sync>,
}

/// Files: their names, and what is in them.
pub type Files = Vec<(String, String)>;

/// Files, for the page.
#[derive(Serialize)]
struct Taken {
    files: Files,
}

struct Item {
    name: String,
    extras: Vec<Extra>,
    make: Box<dyn Fn() -> Result<String, String> + Send + Sync>,
    made: OnceLock<Result<String, String>>,
    engine: Option<Arc<dyn Engine>>,
    /// Whether it is too large to be in a page that stands alone.
    large: bool,
}

impl Item {
    fn new(
        name: &str,
        engine: Option<Arc<dyn Engine>>,
        make: impl Fn() -> Result<String, String> + Send + Sync + 'static,
    ) -> Item {
        Item {
            name: name.to_string(),
            extras: Vec::new(),
            make: Box::new(make),
            made: OnceLock::new(),
            engine,
            large: false,
        }
    }
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
            extras: Vec::new(),
        };
        let machine = match finding.entry() {
            Some(entry) => engine(entry),
            None => Err("the report does not say in which entry it was found".to_string()),
        };
        let live = machine.as_ref().ok().map(|machine| {
            Arc::new(ProgramEngine { machine: machine.clone(), read: read.clone() }) as Arc<dyn Engine>
        });
        let versions = from_report::versions(finding);
        for version in versions.iter().skip(1).filter(|_| machine.is_ok()) {
            let (finding, machine, read) = (finding.clone(), machine.clone(), read.clone());
            let make = move || Ok(to_json(&run_of(&finding, &finding.trace.found, &machine, &read)));
            let item =
                Item { large: version.choices > LARGE, ..Item::new(&version.name, live.clone(), make) };
            self.items.push(item);
        }
        let (finding, read) = (finding.clone(), read.clone());
        let make = move || Ok(to_json(&run_of(&finding, &finding.trace.schedule, &machine, &read)));
        self.add(summary, live, make);
    }

    /// Adds a run that somebody has recorded.
    pub fn add_run(&mut self, name: &str, sentence: &str, run: Run, engine: Option<Arc<dyn Engine>>) {
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

    /// Lets people take something away with an item.
    pub fn attach(&mut self, item: &str, extra: Extra) {
        let summary = self.index.items.iter_mut().find(|summary| summary.name == item);
        summary.into_iter().for_each(|summary| summary.extras.push((extra.name, extra.title)));
        if let Some(item) = self.items.iter_mut().find(|each| each.name == item) {
            item.extras.push(extra);
        }
    }

    /// Something to take away with an item, by its name: files, as JSON.
    pub fn extra(&self, item: &str, name: &str) -> Option<Result<String, String>> {
        let item = self.items.iter().find(|each| each.name == item)?;
        let extra = item.extras.iter().find(|extra| extra.name == name)?;
        Some((extra.make)().map(|files| to_json(&Taken { files })))
    }

    /// Says something on the first page.
    pub fn note(&mut self, text: String) {
        self.index.notes.push(text);
    }

    fn add(
        &mut self,
        summary: Summary,
        engine: Option<Arc<dyn Engine>>,
        make: impl Fn() -> Result<String, String> + Send + Sync + 'static,
    ) {
        self.items.push(Item::new(&summary.name, engine, make));
        self.index.items.push(summary);
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
        let items = self.items.iter().filter(|item| !item.large).filter_map(|item| {
            let made = item.made.get_or_init(|| (item.make)());
            Some((item.name.clone(), made.clone().ok()?))
        });
        let extras = self.items.iter().flat_map(|item| {
            let quick = item.extras.iter().filter(|extra| !extra.slow);
            quick.filter_map(|extra| {
                let files = (extra.make)().ok()?;
                Some((format!("{}/{}", item.name, extra.name), to_json(&Taken { files })))
            })
        });
        std::iter::once(index).chain(items).chain(extras).collect()
    }

    /// What can go on from an item, if something can.
    pub fn engine(&self, name: &str) -> Option<Arc<dyn Engine>> {
        self.items.iter().find(|item| item.name == name)?.engine.clone()
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
            extras: Vec::new(),
        }
    }
}

/// A run of a finding: by the choices that it names, or as it was found.
fn run_of(
    finding: &Finding,
    choices: &[String],
    machine: &Result<Arc<Machine>, String>,
    read: &Arc<Reader>,
) -> Run {
    let machine = match machine {
        Ok(machine) => machine,
        Err(why) => return from_report::run(finding, &**read, why),
    };
    let short = choices == finding.trace.schedule;
    // As it was found, nobody has looked for the circle in which it ends.
    let circle = if short { &finding.trace.circle[..] } else { &[] };
    let schedule: Result<Vec<Choice>, _> =
        choices.iter().chain(circle).map(|choice| choice.parse()).collect();
    match schedule {
        Ok(schedule) => {
            let mut run = record(machine, &schedule, &**read, &finding.id);
            run.cycle = Some(choices.len() + 1).filter(|&at| !circle.is_empty() && at < run.steps.len());
            // A run may have a race and end well; what should be reachable is no failure.
            if short && !matches!(finding.kind, Kind::Race | Kind::Reachable) {
                run.passing = passing::nearest(machine, &schedule, &**read);
            }
            if !short {
                run.notes.push(AS_FOUND.to_string());
            }
            from_report::describe(&mut run, finding, &**read);
            run
        }
        Err(error) => from_report::run(finding, &**read, &error.to_string()),
    }
}

const AS_FOUND: &str = "This is the run by which the search came upon it. The short one was looked for afterwards, and is the one that is replayed.";

/// Only maps with keys that are no strings cannot be written, and there are none.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
