//! Random protocols: the generated modules, executed, must do what the models of them do.
//!
//! `PROTOCOLS_COUNT=500 PROTOCOLS_SEED=7 cargo test -p vtrace random_protocols` tries others, and more, than a usual test run does.

use std::fmt::Write as _;

use vtrace_protocol::{
    Instance, Liberal, Lts, ModuleKind, Parameters, Protocol, Source, Specification, compare_traces,
};

use super::{Explored, Modules};
use crate::interrupt::Interrupt;

const MAX_STATES: usize = 2_000;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// A form of about `size` actions. Inside of `loops` loops, `recur` may be said.
    fn form(&mut self, size: usize, loops: usize, text: &mut String) {
        if size <= 1 {
            return self.action(loops, text);
        }
        let operator = ["cat", "cat", "par", "par", "alt", "alt", "async", "*", "+", "?", "omega", "loop"]
            [self.below(12)];
        let _ = match operator {
            "loop" => write!(text, "(loop x{loops} []"),
            operator => write!(text, "({operator}"),
        };
        let loops = loops + usize::from(operator == "loop");
        let mut left = size;
        while left > 0 {
            let part = 1 + self.below(left);
            text.push(' ');
            self.form(part.min(size - 1), loops, text);
            left -= part;
        }
        text.push(')');
    }

    fn action(&mut self, loops: usize, text: &mut String) {
        let (from, distance) = (self.below(4), 1 + self.below(3));
        let (from, to) =
            ([":a", ":b", ":c", "(:d 1)"][from], [":a", ":b", ":c", "(:d 1)"][(from + distance) % 4]);
        let message = ["T", "U", "Int"][self.below(3)];
        let _ = match self.below(12) {
            0..5 => write!(text, "(-->> {message} {from} {to})"),
            5..9 => write!(text, "(--> {message} {from} {to})"),
            9 => write!(text, "(close {from} {to})"),
            10 => write!(text, "(end)"),
            _ if loops > 0 => write!(text, "(recur x{})", self.below(loops)),
            _ => write!(text, "(-->> {message} {from} {to})"),
        };
    }
}

/// A protocol with few enough states.
fn protocol(random: &mut Random) -> (String, Instance) {
    loop {
        let mut text = "(defsession :random [] ".to_owned();
        let size = 2 + random.below(7);
        random.form(size, 0, &mut text);
        text.push(')');
        let Ok(protocol) = Protocol::parse(Source::new("random.dcj", text.clone())) else { continue };
        if let Ok(lts) = Lts::build(&protocol, None, &Parameters::new(), 300) {
            return (text, Instance { parameters: Parameters::new(), lts });
        }
    }
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn modules_of_random_protocols_do_what_the_models_do() {
    let mut random = Random(number("PROTOCOLS_SEED", 1));
    let (mut go, mut rust) = (Modules::new(MAX_STATES), Modules::new(MAX_STATES));
    let mut added: Vec<(String, Instance, ModuleKind)> = Vec::new();
    for _ in 0..number("PROTOCOLS_COUNT", 16) {
        let (text, instance) = protocol(&mut random);
        for kind in [ModuleKind::Strict, ModuleKind::Liberal] {
            // Some have no module, because a channel has both messages and handshakes.
            let generated = go.add_go(&text, &instance, kind);
            assert_eq!(generated.is_ok(), rust.add_rust(&text, &instance, kind).is_ok(), "{text}");
            if generated.is_ok() {
                added.push((text.clone(), instance.clone(), kind));
            }
        }
    }
    let go = go.explore_go(&Interrupt::from_signals()).unwrap_or_else(|error| panic!("{error:#}")).systems;
    let rust = rust.explore_rust().unwrap_or_else(|error| panic!("{error:#}")).systems;
    let mut failed = 0;
    for ((text, instance, kind), (go, rust)) in added.iter().zip(go.iter().zip(&rust)) {
        for (language, explored) in [("Go", go), ("Rust", rust)] {
            if let Some(difference) = difference(instance, *kind, explored) {
                println!("{language}, {kind:?}: {text}\n    {difference}");
                failed += 1;
            }
        }
    }
    assert_eq!(failed, 0, "of {} modules in each language", added.len());
}

fn difference(instance: &Instance, kind: ModuleKind, explored: &Explored) -> Option<String> {
    let found = match kind {
        ModuleKind::Strict => compare_traces(&Specification::new(&instance.lts), explored),
        ModuleKind::Liberal => {
            let model = Liberal::new(&instance.lts, MAX_STATES).expect("it was generated");
            compare_traces(&model, explored)
        }
    };
    found.map(|difference| difference.to_string())
}
