//! A run drawn as a sequence chart: a lane for each role, an arrow for each message sent, a dot where one is received.

use std::fmt::Write as _;

use vtrace_property::{Lasso, Step};

use crate::label::{Action, ActionKind, Names, RoleId};

/// Wider charts are written as a list of sentences.
const WIDTH: usize = 150;

/// Draws a counterexample.
pub fn chart<S>(names: &Names, lasso: &Lasso<S, Action>) -> String {
    let mut roles: Vec<RoleId> = Vec::new();
    for step in lasso.prefix.iter().chain(&lasso.cycle) {
        if let Step::Action(action) = step {
            for role in [action.from, action.to] {
                if !roles.contains(&role) {
                    roles.push(role);
                }
            }
        }
    }
    roles.sort_unstable();
    let lanes = Lanes::new(names, roles);
    let mut text = String::new();
    lanes.head(&mut text);
    for (number, step) in (1..).zip(&lasso.prefix) {
        lanes.row(&mut text, number, step);
    }
    match lasso.cycle.as_slice() {
        [] => text.push_str("    … whatever follows\n"),
        [Step::End { deadlock }] => {
            let how = if *deadlock { "deadlock: nothing can happen any more" } else { "the run ends here" };
            let _ = writeln!(text, "    {how}");
        }
        cycle => {
            text.push_str("    ┌ for ever:\n");
            for (number, step) in (lasso.prefix.len() + 1..).zip(cycle) {
                lanes.row(&mut text, number, step);
            }
            text.push_str("    └ and again\n");
        }
    }
    text
}

struct Lanes<'n> {
    names: &'n Names,
    roles: Vec<RoleId>,
    width: usize,
    drawn: bool,
}

impl<'n> Lanes<'n> {
    fn new(names: &'n Names, roles: Vec<RoleId>) -> Self {
        let longest_role =
            roles.iter().map(|&role| names.roles[role as usize].to_string().chars().count()).max();
        let longest_type = names.types.iter().map(|name| name.chars().count()).max();
        let width = (longest_role.unwrap_or(0) + 2).max(longest_type.unwrap_or(0) + 6);
        let drawn = !roles.is_empty() && width * roles.len() <= WIDTH;
        Self { names, roles, width, drawn }
    }

    fn center(&self, role: RoleId) -> usize {
        self.roles.iter().position(|&other| other == role).unwrap_or(0) * self.width + self.width / 2
    }

    fn head(&self, text: &mut String) {
        if !self.drawn {
            return;
        }
        let names = self
            .roles
            .iter()
            .map(|&role| format!("{:^1$}", self.names.roles[role as usize].to_string(), self.width));
        let _ = writeln!(text, "     {}", names.collect::<String>().trim_end());
    }

    fn row(&self, text: &mut String, number: usize, step: &Step<Action>) {
        let Step::Action(action) = step else { return };
        if !self.drawn {
            let _ = writeln!(text, "{number:>4} {}", action.sentence(self.names));
            return;
        }
        let mut cells = vec![' '; self.width * self.roles.len()];
        for &role in &self.roles {
            cells[self.center(role)] = '│';
        }
        let (from, to) = (self.center(action.from), self.center(action.to));
        let message = self.names.types.get_index(action.message as usize).map_or("", String::as_str);
        let remark = match action.kind {
            ActionKind::Receive => {
                cells[to] = '●';
                format!("{} receives {message}", self.names.roles[action.to as usize])
            }
            kind => {
                let (left, right) = (from.min(to), from.max(to));
                let line = if kind == ActionKind::Close { '╌' } else { '─' };
                cells[left + 1..right].fill(line);
                match from < to {
                    true => cells[right - 1] = '▶',
                    false => cells[left + 1] = '◀',
                }
                let label = match kind {
                    ActionKind::Close => "close",
                    _ => message,
                };
                let start = left + (right - left).saturating_sub(label.chars().count()) / 2 + 1;
                for (offset, character) in label.chars().enumerate() {
                    if start + offset < right.saturating_sub(1) {
                        cells[start + offset] = character;
                    }
                }
                if kind == ActionKind::Handshake {
                    cells[to] = '●';
                }
                String::new()
            }
        };
        let row: String = cells.into_iter().collect();
        let _ = writeln!(text, "{}", format!("{number:>4} {row}  {remark}").trim_end());
    }
}
