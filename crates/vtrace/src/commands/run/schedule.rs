//! Schedules as files: which choices a run made, and a fingerprint of the state after each.
//!
//! ```text
//! vtrace schedule 1
//! vtrace 0.1.0
//! go go1.26.8
//! program ./examples/hello
//! entry example.com/hello.main
//! time virtual
//! start  @8f1d2a6b0c3e4f59
//! meet 2 1  @03c1…  # g2 worker main.go:9 sends to goroutine 1; main main.go:14 receives from goroutine 2
//! step 1  @77ab…
//! end exit 0
//! ```
//!
//! What follows a `#` is for people. So are fingerprints: they may be left out, and a state that has another one than
//! its line says is a reason to warn, not to stop.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use vtrace_machine::run::Ending;
use vtrace_machine::{Choice, End, Options, TimeMode};
use vtrace_program::Image;

use crate::entry;

/// The first line of the form that this version reads and writes.
const MAGIC: &str = "vtrace schedule 1";

/// What a schedule is for.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// The version of Go that loaded the program.
    pub go: String,
    /// The patterns that the user named.
    pub program: Vec<String>,
    /// The entry's full name.
    pub entry: String,
    /// When timers fire.
    pub time: TimeMode,
    /// What the program found in `os.Args`.
    pub arguments: Vec<String>,
}

/// A schedule, read from a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Schedule {
    /// Where it comes from.
    pub path: PathBuf,
    /// What it is for.
    pub header: Header,
    /// The fingerprint of the initial state.
    pub start: Option<u64>,
    /// What happens, and the fingerprint of the state after it.
    pub steps: Vec<(Choice, Option<u64>)>,
    /// How the run ended, if the file says so.
    pub end: Option<String>,
}

impl Header {
    /// The header of a run of an entry of `image`.
    pub fn new(image: &Image, entry: usize, options: &Options, patterns: &[String]) -> Header {
        Header {
            go: image.go_version.clone(),
            program: patterns.to_vec(),
            entry: entry::full_name(&image.entries[entry]),
            time: options.time,
            arguments: options.arguments.clone(),
        }
    }

    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "{MAGIC}")?;
        writeln!(out, "vtrace {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "go {}", self.go)?;
        writeln!(out, "program {}", self.program.join(" "))?;
        writeln!(out, "entry {}", self.entry)?;
        let time = match self.time {
            TimeMode::Any => "any",
            TimeMode::Virtual => "virtual",
        };
        writeln!(out, "time {time}")?;
        for argument in &self.arguments {
            writeln!(out, "argument {}", serde_json::Value::from(argument.as_str()))?;
        }
        Ok(())
    }
}

impl Schedule {
    /// Reads a schedule.
    pub fn read(path: &Path) -> anyhow::Result<Schedule> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Schedule::parse(path, &text)
    }

    fn parse(path: &Path, text: &str) -> anyhow::Result<Schedule> {
        let mut lines = text.lines().enumerate();
        match lines.next() {
            Some((_, MAGIC)) => {}
            Some((_, line)) if line.starts_with("vtrace schedule ") => {
                bail!("{}: `{line}` is of another version of vtrace: record it again", path.display())
            }
            _ => bail!("{} is not a schedule: its first line should be `{MAGIC}`", path.display()),
        }
        let header = Header {
            go: String::new(),
            program: Vec::new(),
            entry: "main".to_string(),
            time: TimeMode::Virtual,
            arguments: Vec::new(),
        };
        let mut schedule =
            Schedule { path: path.to_path_buf(), header, start: None, steps: Vec::new(), end: None };
        for (index, line) in lines {
            schedule.line(line).with_context(|| format!("{}:{}", path.display(), index + 1))?;
        }
        Ok(schedule)
    }

    fn line(&mut self, line: &str) -> anyhow::Result<()> {
        let header = &mut self.header;
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "" | "#" | "vtrace" => {}
            "go" => header.go = rest.to_string(),
            "program" => header.program = rest.split(' ').map(str::to_string).collect(),
            "entry" => header.entry = rest.to_string(),
            "argument" => header.arguments.push(serde_json::from_str(rest)?),
            "time" => {
                header.time = match rest {
                    "any" => TimeMode::Any,
                    "virtual" => TimeMode::Virtual,
                    _ => bail!("`{rest}` is no time mode: expected `any` or `virtual`"),
                }
            }
            "start" => self.start = split_step(line)?.1,
            "end" => self.end = Some(rest.to_string()),
            _ => {
                let (choice, fingerprint) = split_step(line)?;
                self.steps.push((choice.parse()?, fingerprint));
            }
        }
        Ok(())
    }

    /// The fingerprint that the state after `step` steps should have.
    pub fn fingerprint(&self, step: usize) -> Option<u64> {
        match step.checked_sub(1) {
            None => self.start,
            Some(before) => self.steps.get(before)?.1,
        }
    }
}

/// A line's text before the fingerprint and comment, and the fingerprint.
fn split_step(line: &str) -> anyhow::Result<(&str, Option<u64>)> {
    let line = line.split_once('#').map_or(line, |(line, _)| line).trim();
    match line.split_once('@') {
        None => Ok((line, None)),
        Some((text, fingerprint)) => {
            let fingerprint = u64::from_str_radix(fingerprint.trim(), 16).with_context(|| {
                format!("`@{fingerprint}` is no fingerprint: expected 16 hexadecimal digits")
            })?;
            Ok((text.trim(), Some(fingerprint)))
        }
    }
}

/// Writes a schedule while the run makes it.
pub struct Recorder {
    path: PathBuf,
    out: BufWriter<File>,
    /// The first thing that went wrong. The run goes on, and this is told at its end.
    error: Option<std::io::Error>,
    /// The line of the step that is under way: the choice, and what it means.
    line: Option<(String, String)>,
}

impl Recorder {
    /// Starts a file with its header.
    pub fn create(path: &Path, header: &Header) -> anyhow::Result<Recorder> {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut out = BufWriter::new(file);
        let error = header.write(&mut out).err();
        Ok(Recorder {
            path: path.to_path_buf(),
            out,
            error,
            line: Some(("start".to_string(), String::new())),
        })
    }

    /// A choice is about to happen.
    pub fn chosen(&mut self, choice: &Choice, meaning: String) {
        self.line = Some((choice.to_string(), meaning));
    }

    /// It has happened, and led to a state with this fingerprint.
    pub fn stepped(&mut self, fingerprint: u64) {
        let Some((text, meaning)) = self.line.take() else { return };
        let comment = if meaning.is_empty() { String::new() } else { format!("  # {meaning}") };
        self.write(format_args!("{text:<9} @{fingerprint:016x}{comment}\n"));
    }

    /// The run is over.
    pub fn finish(mut self, ending: &Ending) -> anyhow::Result<()> {
        self.write(format_args!("end {}\n", ending_text(ending)));
        let result = match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        };
        result.with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn write(&mut self, text: std::fmt::Arguments) {
        if self.error.is_none() {
            self.error = self.out.write_fmt(text).err();
        }
    }
}

/// How a run ended, in a word or two.
pub fn ending_text(ending: &Ending) -> String {
    match ending {
        Ending::End(End::Exit(code)) => format!("exit {code}"),
        Ending::End(End::Panic { .. }) => "panic".to_string(),
        Ending::End(End::Fatal { .. }) => "fatal".to_string(),
        Ending::End(End::Unsupported { .. }) => "unsupported".to_string(),
        Ending::Deadlock => "deadlock".to_string(),
        Ending::Stopped => "stopped".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> anyhow::Result<Schedule> {
        Schedule::parse(Path::new("s"), text)
    }

    #[test]
    fn what_was_recorded_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s");
        let header = Header {
            go: "go1.26.8".into(),
            program: vec!["./a".into(), "./b".into()],
            entry: "a.main".into(),
            time: TimeMode::Any,
            arguments: vec!["-n".into(), "two words\n".into()],
        };
        let choices = ["meet 1 2.0", "step 3", "case 2 default"].map(|text| text.parse::<Choice>().unwrap());
        let mut recorder = Recorder::create(&path, &header).unwrap();
        recorder.stepped(7);
        for (i, choice) in choices.iter().enumerate() {
            recorder.chosen(choice, "g1 main # hash @ at".into());
            recorder.stepped(u64::MAX - i as u64);
        }
        recorder.finish(&Ending::Deadlock).unwrap();
        let schedule = Schedule::read(&path).unwrap();
        assert_eq!(schedule.header, header);
        assert_eq!(schedule.start, Some(7));
        let steps: Vec<_> =
            choices.iter().enumerate().map(|(i, c)| (*c, Some(u64::MAX - i as u64))).collect();
        assert_eq!(schedule.steps, steps);
        assert_eq!(schedule.end.as_deref(), Some("deadlock"));
    }

    #[test]
    fn people_may_leave_out_fingerprints_and_add_comments() {
        let schedule = parse("vtrace schedule 1\n\n# a remark\nstep 1 # go on\nfire 2\n").unwrap();
        assert_eq!(schedule.steps, [("step 1".parse().unwrap(), None), ("fire 2".parse().unwrap(), None)]);
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let message = |text: &str| format!("{:#}", parse(text).unwrap_err());
        assert!(message("package main\n").starts_with("s is not a schedule"));
        assert!(message("vtrace schedule 9\n").contains("another version"));
        assert!(message("vtrace schedule 1\nstep x\n").starts_with("s:2: `step x` is not a choice"));
        assert!(message("vtrace schedule 1\nstep 1 @x\n").starts_with("s:2: `@x` is no fingerprint"));
    }
}
