//! What goroutines are called: `main`, `g2 worker`. The function is the one that the user wrote; the number is the one
//! that Go's own dumps would show, in the order of starting.

use std::collections::HashMap;

use vtrace_machine::{Event, Program, State, What, dump};

/// The names of all goroutines seen so far.
#[derive(Default)]
pub struct Names {
    known: HashMap<u32, Name>,
}

/// A goroutine's name.
#[derive(Clone, Default)]
pub struct Name {
    /// The function.
    pub function: String,
    /// Which child of which child of main; the same under every schedule of its ancestors.
    pub path: Vec<u32>,
}

impl Names {
    /// Learns the names of the goroutines of `state`, and of those that ended on the way there.
    pub fn learn<'e>(&mut self, program: &Program, state: &State, events: impl Iterator<Item = &'e Event>) {
        for g in state.goroutines() {
            self.known.entry(g.number).or_insert_with(|| Name {
                function: dump::goroutine_name(program, state, g),
                path: g.path.to_vec(),
            });
        }
        for event in events {
            if event.what == What::Exit {
                self.known.entry(event.goroutine).or_insert_with(|| Name {
                    function: dump::function_name(&program.image, event.function),
                    path: Vec::new(),
                });
            }
        }
    }

    /// The name's parts, empty if the goroutine is not known.
    pub fn get(&self, number: u32) -> Name {
        self.known.get(&number).cloned().unwrap_or_default()
    }

    /// `main`, `g2 worker`; `time` for what no goroutine does.
    pub fn text(&self, number: u32) -> String {
        match (number, self.known.get(&number)) {
            (0, _) => "time".to_string(),
            (1, _) => "main".to_string(),
            (n, Some(name)) if !name.function.is_empty() => format!("g{n} {}", name.function),
            (n, _) => format!("g{n}"),
        }
    }
}
