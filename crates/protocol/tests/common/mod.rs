//! The fourteen protocols, with the parameters that the tests use.

#![allow(dead_code)] // not every test uses everything

use std::path::PathBuf;

use vtrace_protocol::{Instance, Lts, Parameters, Protocol, Source, TestFile, Value};

/// File name and value of `n`, for those that have it.
pub const PROTOCOLS: [(&str, Option<i64>); 14] = [
    ("directed-ring", Some(4)),
    ("undirected-ring", Some(4)),
    ("star", Some(4)),
    ("tree", Some(4)),
    ("full-mesh", Some(4)),
    ("mesh-2d", Some(4)),
    ("chess", None),
    ("tic-tac-toe", None),
    ("rock-paper-scissors", Some(3)),
    ("go-fish", Some(3)),
    ("cg", Some(2)),
    ("is", Some(2)),
    ("ft", Some(2)),
    ("mg", Some(2)),
];

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/protocols")
}

pub fn protocol(name: &str) -> Protocol {
    let file = folder().join(format!("{name}.dcj"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Protocol::parse(Source::new(format!("{name}.dcj"), text)).unwrap_or_else(|error| panic!("{error}"))
}

pub fn parameters(n: Option<i64>) -> Parameters {
    n.map(|n| ("n".to_owned(), Value::Integer(n))).into_iter().collect()
}

pub fn lts(name: &str, n: Option<i64>) -> Lts {
    Lts::build(&protocol(name), None, &parameters(n), 100_000).unwrap_or_else(|error| panic!("{error}"))
}

pub fn tests(name: &str) -> TestFile {
    let text = std::fs::read_to_string(folder().join(format!("{name}.toml"))).unwrap();
    TestFile::parse(name, &text).unwrap_or_else(|error| panic!("{error}"))
}

pub fn instance(name: &str, n: Option<i64>) -> Instance {
    Instance { parameters: parameters(n), lts: lts(name, n) }
}

/// An instance of a protocol without parameters.
pub fn instance_of(text: &str) -> Instance {
    Instance { parameters: Parameters::new(), lts: lts_of(text) }
}

/// Roles that meet: a number is handed over, and answered by a message or by another handshake.
pub const HANDSHAKES: &str = "
(defsession :handshakes []
  (* (--> Int :client :server)
     (alt (-->> String :server :logger)
          (--> Boolean :server :client))))";

/// Names that code cannot tell apart or has taken, and a channel that is only closed.
pub const ODD_NAMES: &str = "
(defsession :odd []
  (-->> chess.Move :worker (:worker 1))
  (-->> draughts.Move (:worker 1) :worker1)
  (-->> Roles :worker1 :roles)
  (--> 7 :roles (:worker 3))
  (close :roles \"ω\")
  (-->> \"ω\" \"ω\" (:worker 1 2))
  (-->> Error (:worker 1 2) (:worker 12)))";

/// The transition system of a text.
pub fn lts_of(text: &str) -> Lts {
    try_lts(text).unwrap_or_else(|error| panic!("{error}"))
}

pub fn try_lts(text: &str) -> Result<Lts, String> {
    try_lts_with(text, None)
}

pub fn try_lts_with(text: &str, n: Option<i64>) -> Result<Lts, String> {
    let protocol = Protocol::parse(Source::new("test.dcj", text)).map_err(|error| error.to_string())?;
    Lts::build(&protocol, None, &parameters(n), 2_000).map_err(|error| error.to_string())
}

/// The labels that can happen first.
pub fn first(lts: &Lts) -> Vec<String> {
    lts.transitions[0].iter().map(|(label, _)| label.text(&lts.names)).collect()
}

/// States and transitions.
pub fn size(lts: &Lts) -> (usize, usize) {
    (lts.states(), lts.transition_count())
}
