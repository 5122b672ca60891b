//! What is meant by the argument of `vtrace view`.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use vtrace_load::Request;
use vtrace_lts::aut::ReadOptions;
use vtrace_machine::{Machine, Options, Program};
use vtrace_property::Options as CheckOptions;
use vtrace_protocol::{
    Lts as ProtocolLts, Parameters, Property, Protocol, Source, Specification, parameter_value,
};
use vtrace_report::Report;
use vtrace_view::simulation::{self, Told};
use vtrace_view::{Exhibit, ProgramEngine, SimulationEngine, graphs, record};

use super::last::{self, Last};
use super::{Arguments, nothing_checked, unknown};
use crate::commands::run::schedule::Schedule;
use crate::commands::sim;
use crate::interrupt::Interrupt;
use crate::{entry, load, remembered};

/// What there is to see.
pub fn exhibit(arguments: &Arguments, interrupt: &Interrupt) -> anyhow::Result<Exhibit> {
    let cwd = std::env::current_dir().context("the current directory")?;
    let Some(target) = arguments.target.as_deref() else {
        return match Last::of(&cwd) {
            Some(last) => of_last(&last, &cwd, interrupt),
            None => nothing_checked(),
        };
    };
    let path = Path::new(target);
    if path.is_file() && !target.ends_with(".go") {
        return of_file(arguments, path, &cwd, interrupt);
    }
    let found = remembered::find(target).map_err(|error| unknown(target, error))?;
    let report = Report { findings: vec![found.finding], ..Report::default() };
    Ok(last::exhibit(&found.program, &report, found.program.load(interrupt).as_ref()))
}

fn of_last(last: &Last, cwd: &Path, interrupt: &Interrupt) -> anyhow::Result<Exhibit> {
    let report = last::read_report(&last.report, cwd)?;
    Ok(last::exhibit(&last.program, &report, last.program.load(interrupt).as_ref()))
}

fn of_file(arguments: &Arguments, path: &Path, cwd: &Path, interrupt: &Interrupt) -> anyhow::Result<Exhibit> {
    if path.extension().is_some_and(|extension| extension == "dcj") {
        return of_protocol(arguments, path);
    }
    if path.extension().is_some_and(|extension| extension == "xtr") {
        return of_uppaal(arguments, path);
    }
    // Only what begins like one of our own files is read as text: systems may be compressed, and large.
    let head = beginning(path)?;
    if head.starts_with("vtrace schedule ") {
        return of_schedule(path, interrupt);
    }
    if head.trim_start().starts_with('{') {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let value: serde_json::Value =
            serde_json::from_str(&text).with_context(|| format!("{}", path.display()))?;
        if value.get("findings").is_some() {
            let report = last::read_report(&text, cwd).with_context(|| format!("{}", path.display()))?;
            let program = guess_program(&report, cwd);
            return Ok(last::exhibit(&program, &report, program.load(interrupt).as_ref()));
        }
        if value.get("schema").and_then(serde_json::Value::as_str) == Some(simulation::SCHEMA) {
            return of_simulation(path, &text, interrupt);
        }
        let form = match value.get("form").and_then(serde_json::Value::as_str) {
            Some("run") => Some("run"),
            Some("graph") => Some("graph"),
            _ => None,
        };
        if let Some(form) = form {
            let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let title = value.get("title").and_then(serde_json::Value::as_str).unwrap_or(&name);
            let mut exhibit = Exhibit::new(title);
            exhibit.add_text(&name, title, form, text);
            return Ok(exhibit);
        }
    }
    of_lts(arguments, path)
}

/// The first bytes of a file, as far as they are text.
fn beginning(path: &Path) -> anyhow::Result<String> {
    use std::io::Read;
    let file = std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut bytes = Vec::new();
    file.take(64).read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// How the program of a report may have been loaded: a report names packages, entries and files, not what the user typed.
fn guess_program(report: &Report, cwd: &Path) -> remembered::Program {
    let mut patterns: Vec<String> = Vec::new();
    let is_run = |name: &str| {
        name == "main" || ["Test", "Example", "Fuzz"].iter().any(|prefix| name.starts_with(prefix))
    };
    let entries = report.entries.iter().filter(|entry| !entry.findings.is_empty());
    let functions: Vec<String> =
        entries.clone().filter(|entry| !is_run(&entry.name)).map(|entry| entry.name.clone()).collect();
    let only_functions = !functions.is_empty() && functions.len() == entries.count();
    for entry in report.entries.iter().filter(|entry| !entry.findings.is_empty()) {
        let package = entry.package.strip_suffix("_test").unwrap_or(&entry.package);
        if package != "command-line-arguments" && !package.is_empty() {
            patterns.push(package.to_string());
            continue;
        }
        let of_entry = |id: &String| report.findings.iter().find(|finding| finding.id == *id);
        let places = entry.findings.iter().filter_map(of_entry).filter_map(|finding| finding.place());
        patterns.extend(places.map(|place| place.file.clone()));
    }
    patterns.sort();
    patterns.dedup();
    // The module is where the sources are, wherever the report has been taken.
    let file = report.findings.iter().find_map(|finding| Path::new(&finding.place()?.file).parent());
    let dir = file.filter(|dir| dir.is_dir()).unwrap_or(cwd).to_path_buf();
    remembered::Program {
        dir,
        patterns,
        tests: !only_functions,
        functions: only_functions,
        entries: if only_functions { Vec::new() } else { functions },
        ..remembered::Program::default()
    }
}

fn of_schedule(path: &Path, interrupt: &Interrupt) -> anyhow::Result<Exhibit> {
    let schedule = Schedule::read(path)?;
    let cwd = std::env::current_dir().context("the current directory")?;
    let (dir, patterns) = load::locate(&cwd, &schedule.header.program);
    let mut request = Request::new(dir, "");
    request.patterns = patterns;
    let loaded = load::load_entries(request, std::slice::from_ref(&schedule.header.entry), interrupt)?;
    let index = entry::choose(&loaded.image, Some(&schedule.header.entry))?;
    let options = Options {
        time: schedule.header.time,
        visible_output: true,
        arguments: schedule.header.arguments.clone(),
        ..Options::default()
    };
    let machine = Arc::new(Machine::new(Arc::new(Program::new(loaded.image)?), index, options));
    let choices: Vec<_> = schedule.steps.iter().map(|(choice, _)| *choice).collect();
    let read = last::reader();
    let run = record::record(&machine, &choices, &*read, &schedule.header.entry);
    let ending = schedule.end.unwrap_or_else(|| "stopped".to_string());
    let name = &schedule.header.entry;
    let name = name.strip_prefix("command-line-arguments.").unwrap_or(name);
    let sentence = format!("a run of {name} with {} choices: {ending}", choices.len());
    let mut exhibit = Exhibit::new(&path.display().to_string());
    exhibit.add_run("run", &sentence, run, Some(Arc::new(ProgramEngine { machine, read })));
    Ok(exhibit)
}

fn of_simulation(path: &Path, text: &str, interrupt: &Interrupt) -> anyhow::Result<Exhibit> {
    let shown = simulation::read(text).with_context(|| format!("{}", path.display()))?;
    let mut exhibit = Exhibit::new(&path.display().to_string());
    shown.notes.into_iter().for_each(|note| exhibit.note(note));
    let read = last::reader();
    // Documents of other tools, or of a program that is gone, are shown as they are.
    let engine = match &shown.program {
        Some(program) => sim::load_again(program, interrupt)
            .map(|machine| Arc::new(SimulationEngine::new(Arc::new(machine), program, read.clone())))
            .map_err(|error| format!("One cannot go on from here: {error:#}")),
        None => Err("One cannot go on from here: the file does not say which program it is of.".to_string()),
    };
    for (index, Told { title, sentence, played }) in shown.runs.into_iter().enumerate() {
        let name = format!("run-{}", index + 1);
        let live = engine.as_ref().map_err(Clone::clone).and_then(|engine| {
            let (schedule, cycle) = simulation::schedule(&played)?;
            let run = engine.record(&title, &schedule, cycle);
            run.map_err(|error| format!("One cannot go on from here, the program has changed since: {error}"))
                .map(|run| (run, engine.clone()))
        });
        match live {
            Ok((run, engine)) => exhibit.add_run(&name, &sentence, run, Some(engine)),
            Err(why) => {
                let mut run = simulation::tell(&title, &played, &*read);
                run.notes.push(why);
                exhibit.add_run(&name, &sentence, run, None);
            }
        }
    }
    Ok(exhibit)
}

/// A run that UPPAAL has found in a model of ours.
fn of_uppaal(arguments: &Arguments, path: &Path) -> anyhow::Result<Exhibit> {
    let model = arguments.model.clone().unwrap_or_else(|| path.with_extension("xml"));
    let read = |path: &Path| {
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
    };
    let xml = read(&model).context("a trace can only be understood with its model: name it by --model")?;
    let run = vtrace_export::xtr::read(&xml, &read(path)?).with_context(|| format!("{}", path.display()))?;
    let mut exhibit = Exhibit::new(&path.display().to_string());
    let told = simulation::tell("simulation", &run, &*last::reader());
    exhibit.add_run("run-1", "a run that UPPAAL found", told, None);
    Ok(exhibit)
}

fn of_lts(arguments: &Arguments, path: &Path) -> anyhow::Result<Exhibit> {
    let reading = vtrace_lts::files::read(path, &ReadOptions { threads: 0 })?;
    let title = path.display().to_string();
    let graph = graphs::of_lts(&title, &reading.lts, &arguments.trace)
        .map_err(|message| anyhow::anyhow!("{title}: {message}"))?;
    let mut exhibit = Exhibit::new(&title);
    reading.warnings.iter().for_each(|warning| exhibit.note(warning.to_string()));
    exhibit.add_graph("graph", &graph);
    Ok(exhibit)
}

fn of_protocol(arguments: &Arguments, path: &Path) -> anyhow::Result<Exhibit> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let title = path.display().to_string();
    let protocol = Protocol::parse(Source::new(title.clone(), text))?;
    let mut parameters = Parameters::new();
    for text in &arguments.parameter {
        let Some((name, value)) = text.split_once('=') else {
            bail!("`{text}` is not a parameter: write name=value");
        };
        parameters.insert(name.trim().to_owned(), parameter_value(value.trim()));
    }
    let lts = ProtocolLts::build(&protocol, None, &parameters, 1_000_000)?;
    let mut exhibit = Exhibit::new(&title);
    let mut counterexample = None;
    if let Some(formula) = &arguments.formula {
        let property =
            Property::parse(formula).map_err(|message| anyhow::anyhow!("the formula:{message}"))?;
        let checked = property.check(&Specification::new(&lts), &lts.names, &CheckOptions::default())?;
        counterexample = checked.counterexample;
        match &counterexample {
            Some(lasso) => {
                let run = graphs::protocol_run(&format!("violates {}", property.formula), &lts.names, lasso);
                let sentence = format!("a run that violates {}", property.formula);
                exhibit.add_run("run", &sentence, run, None);
            }
            None => exhibit.note(format!("{} holds in every run", property.formula)),
        }
    }
    exhibit.add_graph("graph", &graphs::of_protocol(&title, &lts, counterexample.as_ref()));
    Ok(exhibit)
}
