//! Systems as JSON: `{"initial": 0, "states": 3, "labels": ["i", "a"], "transitions": [[0, 1, 2], …]}`, a transition
//! being source, index of label, target. Label 0 is τ.

use std::io::{self, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::aut::ReadError;
use crate::lts::{Label, Labels, Lts, MAX_TRANSITIONS, Transition};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct System {
    initial: u32,
    states: usize,
    labels: Vec<String>,
    transitions: Vec<(u32, u32, u32)>,
}

/// Writes `lts`.
pub fn write(lts: &Lts, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<&str> = lts.labels().iter().map(|(_, name)| name).collect();
    write!(out, "{{\"initial\":{},\"states\":{},\"labels\":", lts.initial(), lts.state_count())?;
    serde_json::to_writer(&mut *out, &names)?;
    write!(out, ",\"transitions\":[")?;
    for (i, t) in lts.transitions().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        write!(out, "{comma}[{},{},{}]", t.source, t.label.0, t.target)?;
    }
    writeln!(out, "]}}")
}

/// Reads a system; `path` is only for errors.
pub fn read(reader: impl Read, path: &Path) -> Result<Lts, ReadError> {
    let format = |line: usize, column: usize, message: String| ReadError::Format {
        path: path.into(),
        line: line as u64,
        column,
        message,
    };
    let system: System =
        serde_json::from_reader(io::BufReader::with_capacity(1 << 16, reader)).map_err(|e| {
            if e.is_io() {
                ReadError::Io { path: path.into(), error: e.into() }
            } else {
                format(e.line(), e.column(), e.to_string())
            }
        })?;
    let limit = (1usize << 20).saturating_add(system.transitions.len().saturating_mul(64));
    if system.states > limit || system.transitions.len() > MAX_TRANSITIONS {
        return Err(format(1, 1, format!("{} states in such a small file", system.states)));
    }
    if system.initial as usize >= system.states {
        return Err(format(1, 1, format!("the initial state {} does not exist", system.initial)));
    }
    if let Some(name) = system.labels.iter().find(|name| name.contains(['\n', '\r'])) {
        return Err(format(1, 1, format!("the label {name:?} has a line break in it")));
    }
    let mut labels = Labels::new();
    let renamed: Vec<Label> = system.labels.iter().map(|name| labels.intern(name)).collect();
    let mut transitions = Vec::with_capacity(system.transitions.len());
    for (i, &(source, label, target)) in system.transitions.iter().enumerate() {
        let Some(&label) = renamed.get(label as usize) else {
            return Err(format(1, 1, format!("transition {i} has label {label}, which does not exist")));
        };
        if source.max(target) as usize >= system.states {
            return Err(format(1, 1, format!("transition {i} mentions a state that does not exist")));
        }
        transitions.push(Transition { source, label, target });
    }
    Ok(Lts::new(system.initial, system.states, labels, &transitions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_reads_back_and_refuses_nonsense() {
        let lts = crate::aut::parse(b"des (1,2,3)\n(0,\"a b\",1)\n(1,i,2)\n").unwrap().lts;
        let mut text = Vec::new();
        write(&lts, &mut text).unwrap();
        let again = read(&*text, Path::new("x")).unwrap();
        assert!(lts.transitions().eq(again.transitions()));
        assert_eq!(again.initial(), 1);
        let error = |text: &str| read(text.as_bytes(), Path::new("x")).err().unwrap().to_string();
        assert!(error("{").starts_with("x:1:1:"));
        assert!(error(r#"{"initial":5,"states":1,"labels":[],"transitions":[]}"#).contains("does not exist"));
        assert!(
            error(r#"{"initial":0,"states":1,"labels":["i"],"transitions":[[0,0,9]]}"#)
                .contains("transition 0")
        );
        assert!(
            error(r#"{"initial":0,"states":99999999999,"labels":[],"transitions":[]}"#).contains("states")
        );
    }
}
