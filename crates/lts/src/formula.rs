//! Hennessy–Milner logic, with the modalities that the weaker bisimulations need.
//!
//! A formula that holds in one state and not in another proves that the two are not bisimilar, in the sense that
//! belongs to its modalities: `<a>φ` strong, `<<a>>φ` weak, `<i* a>φ` delay, `φ until <a> ψ` branching (De Nicola and
//! Vaandrager; written `<i* a>ψ` if φ is `true`), `div φ` divergence. Formulas share parts: they are nodes in a table, a formula is a number.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::lts::{Label, Lts, State};

/// A formula of a [`Formulas`] table.
pub type FormulaId = u32;

/// One operator with its operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// Holds everywhere.
    True,
    /// Does not hold.
    Not(FormulaId),
    /// All hold.
    And(Vec<FormulaId>),
    /// One of them holds.
    Or(Vec<FormulaId>),
    /// `label` is possible and leads to where the formula holds.
    Can(Step, Label, FormulaId),
    /// Silent steps through states where the first formula holds, the last of them included, then `label` to where the
    /// second holds. If `label` is τ, the second may also hold at once.
    Until(FormulaId, Label, FormulaId),
    /// Silent steps for ever, through states where the formula holds.
    Diverges(FormulaId),
}

/// What counts as one step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Just the step.
    Strong,
    /// Silent steps before it; τ may be no step at all.
    Delay,
    /// Silent steps before and after it; τ may be no step at all.
    Weak,
}

/// A table of formulas, each stored once.
#[derive(Clone, Debug)]
pub struct Formulas {
    nodes: Vec<Formula>,
    numbers: FxHashMap<Formula, FormulaId>,
}

impl Default for Formulas {
    fn default() -> Formulas {
        let mut formulas = Formulas { nodes: Vec::new(), numbers: FxHashMap::default() };
        formulas.add(Formula::True);
        formulas
    }
}

impl Formulas {
    /// `true`, which is always there.
    pub const TRUE: FormulaId = 0;

    /// A table with only `true`.
    pub fn new() -> Formulas {
        Formulas::default()
    }

    /// How many formulas there are.
    #[allow(clippy::len_without_is_empty)] // `true` is always there
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The operator of a formula.
    pub fn get(&self, formula: FormulaId) -> &Formula {
        &self.nodes[formula as usize]
    }

    /// The number of `formula`, simplified: no double negation, no conjunction of one.
    pub fn add(&mut self, formula: Formula) -> FormulaId {
        let formula = match formula {
            Formula::Not(inner) => match self.get(inner) {
                Formula::Not(innermost) => return *innermost,
                _ => Formula::Not(inner),
            },
            Formula::And(mut parts) => {
                parts.retain(|&part| part != Formulas::TRUE);
                parts.sort_unstable();
                parts.dedup();
                match parts[..] {
                    [] => return Formulas::TRUE,
                    [only] => return only,
                    _ => Formula::And(parts),
                }
            }
            Formula::Or(mut parts) => {
                parts.sort_unstable();
                parts.dedup();
                match parts[..] {
                    [only] => return only,
                    _ => Formula::Or(parts),
                }
            }
            other => other,
        };
        if let Some(&known) = self.numbers.get(&formula) {
            return known;
        }
        let number = self.nodes.len() as FormulaId;
        self.nodes.push(formula.clone());
        self.numbers.insert(formula, number);
        number
    }

    fn parts(&self, formula: FormulaId) -> Vec<FormulaId> {
        match self.get(formula) {
            Formula::True => vec![],
            Formula::Not(f) | Formula::Can(_, _, f) | Formula::Diverges(f) => vec![*f],
            Formula::And(parts) | Formula::Or(parts) => parts.clone(),
            Formula::Until(f, _, g) => vec![*f, *g],
        }
    }

    /// How many operators each formula up to `last` has when written out, up to `u64::MAX`.
    fn sizes(&self, last: FormulaId) -> Vec<u64> {
        // Operands have smaller numbers than what they are part of.
        let mut sizes: Vec<u64> = Vec::with_capacity(last as usize + 1);
        for node in 0..=last {
            let parts = self.parts(node).into_iter().map(|part| sizes[part as usize]);
            sizes.push(parts.fold(1, u64::saturating_add));
        }
        sizes
    }

    /// How many operators `formula` has when written out, up to `u64::MAX`.
    pub fn size(&self, formula: FormulaId) -> u64 {
        self.sizes(formula)[formula as usize]
    }

    /// How deeply steps are nested in `formula`.
    pub fn depth(&self, formula: FormulaId) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(formula as usize + 1);
        for node in 0..=formula {
            let inner = self.parts(node).into_iter().map(|part| depths[part as usize]).max().unwrap_or(0);
            let step = matches!(self.get(node), Formula::Can(..) | Formula::Until(..) | Formula::Diverges(_));
            depths.push(inner + usize::from(step));
        }
        depths[formula as usize]
    }

    /// The formula as text. A large one is written with its repeated parts named, one `X1 = …` a line, the formula
    /// itself last.
    pub fn display(&self, formula: FormulaId, lts: &Lts) -> String {
        const LARGE: u64 = 60;
        let mut uses = vec![0u32; formula as usize + 1];
        let mut needed = vec![false; formula as usize + 1];
        needed[formula as usize] = true;
        let sizes = self.sizes(formula);
        let large = sizes[formula as usize] > LARGE;
        for node in (0..=formula).rev() {
            if large && needed[node as usize] {
                for part in self.parts(node) {
                    needed[part as usize] = true;
                    uses[part as usize] += 1;
                }
            }
        }
        let mut names: FxHashMap<FormulaId, String> = FxHashMap::default();
        let mut text = String::new();
        for node in 0..=formula {
            let plain = matches!(self.get(node), Formula::True);
            let repeated = uses[node as usize] > 1 && sizes[node as usize] > 3;
            if repeated && !plain {
                let mut definition = String::new();
                self.write(node, lts, &names, true, &mut definition);
                let name = format!("X{}", names.len() + 1);
                // Writing to a string does not fail.
                let _ = writeln!(text, "{name} = {definition}");
                names.insert(node, name);
            }
        }
        self.write(formula, lts, &names, true, &mut text);
        text
    }

    fn write(
        &self,
        formula: FormulaId,
        lts: &Lts,
        names: &FxHashMap<FormulaId, String>,
        outermost: bool,
        out: &mut String,
    ) {
        if let Some(name) = names.get(&formula) {
            out.push_str(name);
            return;
        }
        let name = |label: Label| {
            if label.is_tau() { lts.name(label).to_owned() } else { crate::aut::quote(lts.name(label)) }
        };
        let joined = |parts: &[FormulaId], operator: &str, out: &mut String| {
            if !outermost {
                out.push('(');
            }
            for (i, &part) in parts.iter().enumerate() {
                if i > 0 {
                    out.push_str(operator);
                }
                self.write(part, lts, names, false, out);
            }
            if !outermost {
                out.push(')');
            }
        };
        match self.get(formula) {
            Formula::True => out.push_str("true"),
            Formula::Not(f) => {
                out.push('!');
                self.write(*f, lts, names, false, out);
            }
            Formula::And(parts) => joined(parts, " && ", out),
            Formula::Or(parts) => joined(parts, " || ", out),
            Formula::Can(step, label, f) => {
                let label = name(*label);
                out.push_str(&match step {
                    Step::Strong => format!("<{label}>"),
                    Step::Delay if label == crate::lts::TAU_NAME => "<i*>".to_owned(),
                    Step::Delay => format!("<i* {label}>"),
                    Step::Weak => format!("<<{label}>>"),
                });
                self.write(*f, lts, names, false, out);
            }
            // Silent steps through anything: the delay modality says the same in fewer words.
            Formula::Until(Formulas::TRUE, label, g) => {
                out.push_str(&if label.is_tau() {
                    "<i*>".to_owned()
                } else {
                    format!("<i* {}>", name(*label))
                });
                self.write(*g, lts, names, false, out);
            }
            Formula::Until(f, label, g) => {
                if !outermost {
                    out.push('(');
                }
                self.write(*f, lts, names, false, out);
                out.push_str(&format!(" until <{}> ", name(*label)));
                self.write(*g, lts, names, false, out);
                if !outermost {
                    out.push(')');
                }
            }
            Formula::Diverges(f) => {
                out.push_str("div ");
                self.write(*f, lts, names, false, out);
            }
        }
    }
}

/// Decides in which states of a system formulas hold, and remembers what it found.
pub struct Checker<'a> {
    lts: &'a Lts,
    known: FxHashMap<(FormulaId, State), bool>,
}

impl<'a> Checker<'a> {
    /// A checker for `lts`, which may have cycles of any kind.
    pub fn new(lts: &'a Lts) -> Checker<'a> {
        Checker { lts, known: FxHashMap::default() }
    }

    /// Does `formula` hold in `state`? O(size · transitions) in the worst case, for all states together per operator.
    pub fn holds(&mut self, formulas: &Formulas, formula: FormulaId, state: State) -> bool {
        if formula == Formulas::TRUE {
            return true;
        }
        if let Some(&known) = self.known.get(&(formula, state)) {
            return known;
        }
        let lts = self.lts;
        let holds = match formulas.get(formula) {
            Formula::True => true,
            Formula::Not(f) => !self.holds(formulas, *f, state),
            Formula::And(parts) => parts.iter().all(|&f| self.holds(formulas, f, state)),
            Formula::Or(parts) => parts.iter().any(|&f| self.holds(formulas, f, state)),
            Formula::Can(step, label, f) => self.can(formulas, *step, *label, *f, state),
            Formula::Until(f, label, g) => {
                (label.is_tau() && self.holds(formulas, *g, state)) || {
                    let through = self.silently(state, |me, s| me.holds(formulas, *f, s));
                    through
                        .into_iter()
                        .any(|s| lts.edges_with(s, *label).iter().any(|e| self.holds(formulas, *g, e.target)))
                }
            }
            Formula::Diverges(f) => {
                let through = self.silently(state, |me, s| me.holds(formulas, *f, s));
                has_silent_cycle(lts, &through)
            }
        };
        self.known.insert((formula, state), holds);
        holds
    }

    fn can(&mut self, formulas: &Formulas, step: Step, label: Label, f: FormulaId, state: State) -> bool {
        let lts = self.lts;
        if step == Step::Strong {
            return lts.edges_with(state, label).iter().any(|e| self.holds(formulas, f, e.target));
        }
        let before = self.silently(state, |_, _| true);
        if label.is_tau() {
            return before.into_iter().any(|s| self.holds(formulas, f, s));
        }
        before.into_iter().any(|s| {
            lts.edges_with(s, label).iter().any(|e| match step {
                Step::Weak => {
                    let after = self.silently(e.target, |_, _| true);
                    after.into_iter().any(|s| self.holds(formulas, f, s))
                }
                _ => self.holds(formulas, f, e.target),
            })
        })
    }

    /// The states that silent steps reach through states that `pass`, all of which pass.
    fn silently(&mut self, start: State, mut pass: impl FnMut(&mut Self, State) -> bool) -> Vec<State> {
        if !pass(self, start) {
            return Vec::new();
        }
        let mut reached = vec![start];
        let mut seen = rustc_hash::FxHashSet::from_iter([start]);
        let mut at = 0;
        while at < reached.len() {
            for edge in self.lts.tau_edges(reached[at]) {
                if seen.insert(edge.target) && pass(self, edge.target) {
                    reached.push(edge.target);
                }
            }
            at += 1;
        }
        reached
    }
}

/// Is there a cycle of silent steps among `states`?
fn has_silent_cycle(lts: &Lts, states: &[State]) -> bool {
    // Take away, again and again, states that no silent step of the rest leads to; a cycle is what stays.
    let mut pending: FxHashMap<State, u32> = states.iter().map(|&s| (s, 0)).collect();
    for &s in states {
        for t in lts.tau_targets(s) {
            if let Some(count) = pending.get_mut(&t) {
                *count += 1;
            }
        }
    }
    let mut free: Vec<State> = states.iter().copied().filter(|s| pending[s] == 0).collect();
    let mut removed = 0;
    while let Some(s) = free.pop() {
        removed += 1;
        for t in lts.tau_targets(s) {
            if let Some(count) = pending.get_mut(&t) {
                *count -= 1;
                if *count == 0 {
                    free.push(t);
                }
            }
        }
    }
    removed < states.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aut::parse;

    #[test]
    fn formulas_are_simplified_and_written() {
        let lts = parse(b"des (0,2,2)\n(0,\"a b\",1)\n(0,i,0)\n").unwrap().lts;
        let a = lts.labels().find("a b").unwrap();
        let mut formulas = Formulas::new();
        let can = formulas.add(Formula::Can(Step::Strong, a, Formulas::TRUE));
        let not = formulas.add(Formula::Not(can));
        assert_eq!(formulas.add(Formula::Not(not)), can);
        assert_eq!(formulas.add(Formula::And(vec![Formulas::TRUE, can])), can);
        let both = formulas.add(Formula::And(vec![can, not]));
        let until = formulas.add(Formula::Until(not, Label::TAU, both));
        assert_eq!(
            formulas.display(until, &lts),
            "!<\"a b\">true until <i> (<\"a b\">true && !<\"a b\">true)"
        );
        assert_eq!((formulas.depth(until), formulas.size(until)), (2, 10));
        let diverges = formulas.add(Formula::Diverges(can));
        assert!(Checker::new(&lts).holds(&formulas, diverges, 0));
        assert!(!Checker::new(&lts).holds(&formulas, diverges, 1));
    }

    #[test]
    fn repeated_parts_of_a_large_formula_are_named() {
        let lts = parse(b"des (0,1,2)\n(0,a,1)\n").unwrap().lts;
        let a = lts.labels().find("a").unwrap();
        let mut formulas = Formulas::new();
        let mut formula = formulas.add(Formula::Can(Step::Strong, a, Formulas::TRUE));
        for _ in 0..40 {
            let next = formulas.add(Formula::Can(Step::Weak, a, formula));
            let not = formulas.add(Formula::Not(formula));
            formula = formulas.add(Formula::And(vec![next, not]));
        }
        let text = formulas.display(formula, &lts);
        assert_eq!(formulas.size(formula), u64::pow(2, 40) * 5 - 3);
        assert!(text.lines().count() > 30 && text.len() < 4000, "{text}");
    }
}
