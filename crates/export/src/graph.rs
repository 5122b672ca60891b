//! A template as a graph: locations where a node stands, and edges with what it does from one to the next.
//!
//! A node *rests* at its operations; it only passes by the heads of its loops and conditions, and by marks. What it computes on
//! the way stands on the edges, with the names of the source's variables: values that the compiler put into places of their own are
//! put back where they are used, and what is decided already when it is come to (which case of a select it was) is no condition
//! any more. Conditions that only choose a value become conditional expressions.

mod live;

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Alternative, Case, Expression, Instruction, Operation, Slot, Template};

/// The control flow of a template.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The first is where a node starts.
    pub locations: Vec<Location>,
    /// In the order of the locations that they leave.
    pub edges: Vec<Edge>,
}

/// Where a node can stand.
#[derive(Clone, Debug)]
pub struct Location {
    /// What is there, and its number among those of the kind: `For1`, `Send2`; or a mark's name.
    pub name: String,
    /// What is there.
    pub kind: Kind,
    /// The mark that stands here.
    pub mark: Option<String>,
    /// The line of the source.
    pub line: u32,
    /// The sends and receives that are possible here.
    pub cases: Vec<Case>,
    /// Whether it goes on if none of them is possible.
    pub default: bool,
    /// What else is possible here, and what that is called and is about.
    pub alternatives: Vec<Alternative>,
    word: &'static str,
    /// The channels, locks and wait groups of the alternatives.
    pub resources: Vec<usize>,
}

impl Location {
    fn of(kind: Kind, line: u32) -> Location {
        Location {
            name: String::new(),
            kind,
            mark: None,
            line,
            cases: Vec::new(),
            default: false,
            alternatives: Vec::new(),
            word: "",
            resources: Vec::new(),
        }
    }
}

/// What is at a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)] // they are what they are called
pub enum Kind {
    Start,
    For,
    If,
    Marker,
    Send,
    Receive,
    Select,
    Choose,
    Operation,
    Stopped,
    End,
    Exit,
}

impl Kind {
    /// Whether a node can stay here: others notice what it does next.
    pub fn rests(self) -> bool {
        !matches!(self, Kind::Start | Kind::For | Kind::If | Kind::Marker)
    }
}

/// What a node does.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it stands.
    pub from: usize,
    /// Where it stands then.
    pub to: usize,
    /// What it does first.
    pub action: Action,
    /// What it computes then, one after the other.
    pub updates: Vec<(Slot, Expression)>,
}

/// What a node does at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// It goes on.
    Go,
    /// It goes on if this holds.
    When(Expression),
    /// One of the location's cases.
    Case(usize),
    /// None of the location's cases is possible.
    Default,
    /// One of the location's alternatives.
    Alternative(usize),
    /// A number below the first is chosen for the second.
    Choose(Expression, Slot),
    /// The program ends.
    Exit,
}

/// The largest expression that is put back where it is used.
const LARGEST: usize = 24;

/// How long a way may be that only chooses a value.
const LONGEST: usize = 60;

/// How many conditions may stand in each other that only choose a value.
const DEEPEST: usize = 4;

/// A way through the code, from a location on.
#[derive(Clone, Default)]
struct Way {
    at: usize,
    /// What nameless slots are known to hold.
    known: BTreeMap<Slot, Expression>,
    updates: Vec<(Slot, Expression)>,
}

impl Way {
    fn value(&self, expression: &Expression) -> Expression {
        expression.replaced(&|slot| self.known.get(&slot).cloned())
    }

    fn assign(&mut self, template: &Template, slot: Slot, value: Expression) {
        self.known.retain(|known, x| *known != slot && !x.mentions(slot));
        let nameless = template.slots[slot.0].name.is_none();
        if nameless && !value.mentions(slot) && value.size() <= LARGEST {
            self.known.insert(slot, value.clone());
        }
        self.updates.push((slot, value));
    }
}

/// Finds the locations of a template. Each is known by its place in the code.
struct Builder<'a> {
    template: &'a Template,
    /// For the places where something begins that is a location if it is come to: where that is.
    heads: BTreeMap<usize, usize>,
    /// How many places of the code write each slot.
    writers: Vec<usize>,
    places: Vec<usize>,
    found: BTreeMap<usize, usize>,
    edges: Vec<Edge>,
}

impl Graph {
    /// The graph of a template.
    pub fn new(template: &Template) -> Graph {
        let mut builder = Builder {
            template,
            heads: heads(template),
            writers: writers(template),
            places: Vec::new(),
            found: BTreeMap::new(),
            edges: Vec::new(),
        };
        let mut locations = vec![Location::of(Kind::Start, 0)];
        // Where it starts is no place of the code.
        builder.places.push(usize::MAX);
        builder.follow(0, Action::Go, Way::default());
        let mut next = 1;
        while next < builder.places.len() {
            locations.push(builder.location(next));
            next += 1;
        }
        let mut graph = Graph { locations, edges: builder.edges };
        graph.sort();
        graph.name_loops();
        graph.put_back(template);
        graph.drop_dead(template);
        graph.number(template);
        graph
    }

    /// In the order in which they are come to, at conditions first where they hold.
    fn sort(&mut self) {
        let mut order = Vec::new();
        let mut stack = vec![0];
        while let Some(at) = stack.pop() {
            if !order.contains(&at) {
                order.push(at);
                let out = self.edges.iter().filter(|edge| edge.from == at).map(|edge| edge.to);
                stack.extend(out.collect::<Vec<_>>().into_iter().rev());
            }
        }
        let mut new = vec![0; order.len()];
        for (place, &old) in order.iter().enumerate() {
            new[old] = place;
        }
        self.locations = order.iter().map(|&old| self.locations[old].clone()).collect();
        for edge in &mut self.edges {
            (edge.from, edge.to) = (new[edge.from], new[edge.to]);
        }
        self.edges.sort_by_key(|edge| edge.from);
    }

    /// A condition that is come to again from where it leads is that of a loop.
    fn name_loops(&mut self) {
        let n = self.locations.len();
        let mut heads = BTreeSet::new();
        let (mut open, mut seen) = (vec![false; n], vec![false; n]);
        let mut stack = vec![(0, 0)];
        (open[0], seen[0]) = (true, true);
        let out: Vec<Vec<usize>> = (0..n)
            .map(|i| self.edges.iter().filter(|edge| edge.from == i).map(|edge| edge.to).collect())
            .collect();
        while let Some((at, next)) = stack.pop() {
            match out[at].get(next) {
                None => open[at] = false,
                Some(&to) => {
                    stack.push((at, next + 1));
                    if open[to] {
                        heads.insert(to);
                    }
                    if !seen[to] {
                        (open[to], seen[to]) = (true, true);
                        stack.push((to, 0));
                    }
                }
            }
        }
        for head in heads {
            if self.locations[head].kind == Kind::If {
                self.locations[head].kind = Kind::For;
            }
        }
    }

    /// Where all ways to a location compute the same for a nameless slot, that is put back where it is used from there on.
    fn put_back(&mut self, template: &Template) {
        let mut known: Vec<Option<BTreeMap<Slot, Expression>>> = vec![None; self.locations.len()];
        known[0] = Some(BTreeMap::new());
        let mut changed = true;
        while changed {
            changed = false;
            for edge in &self.edges {
                let Some(begin) = known[edge.from].clone() else { continue };
                let mut way = Way { known: begin, ..Way::default() };
                self.act(edge, &mut way);
                for (slot, value) in &edge.updates {
                    let value = way.value(value);
                    way.assign(template, *slot, value);
                }
                let end = way.known;
                match &mut known[edge.to] {
                    None => {
                        known[edge.to] = Some(end);
                        changed = true;
                    }
                    Some(old) => {
                        let before = old.len();
                        old.retain(|slot, value| end.get(slot) == Some(value));
                        changed |= old.len() < before;
                    }
                }
            }
        }
        let known: Vec<BTreeMap<Slot, Expression>> =
            known.into_iter().map(Option::unwrap_or_default).collect();
        for i in 0..self.edges.len() {
            let edge = &self.edges[i];
            let mut way = Way { known: known[edge.from].clone(), ..Way::default() };
            let action = match &edge.action {
                Action::When(x) => Action::When(way.value(x)),
                Action::Choose(count, into) => Action::Choose(way.value(count), *into),
                other => other.clone(),
            };
            self.act(edge, &mut way);
            for (slot, value) in &edge.updates {
                let value = way.value(value);
                way.assign(template, *slot, value);
            }
            self.edges[i].action = action;
            self.edges[i].updates = way.updates;
        }
        for (location, known) in self.locations.iter_mut().zip(known) {
            let way = Way { known, ..Way::default() };
            for case in &mut location.cases {
                case.index = way.value(&case.index);
                case.send = case.send.as_ref().map(|x| way.value(x));
            }
        }
    }

    /// What an edge's action writes is not known any more.
    fn act(&self, edge: &Edge, way: &mut Way) {
        let into = match &edge.action {
            Action::Choose(_, into) => Some(*into),
            Action::Case(i) => self.locations[edge.from].cases[*i].into,
            _ => None,
        };
        if let Some(into) = into {
            way.known.retain(|slot, x| *slot != into && !x.mentions(into));
        }
    }

    fn number(&mut self, template: &Template) {
        let taken: BTreeSet<String> = template.slots.iter().filter_map(|slot| slot.name.clone()).collect();
        let mut counts: BTreeMap<(Kind, &str), usize> = BTreeMap::new();
        let mut names: BTreeSet<String> = taken;
        for location in &mut self.locations {
            let count = counts.entry((location.kind, location.word)).or_default();
            *count += 1;
            let mut name = match (location.kind, &location.mark) {
                (Kind::Start, _) => "Start".to_string(),
                (_, Some(mark)) => mark.clone(),
                (Kind::Operation, None) => format!("{}{count}", location.word),
                (kind, None) => format!("{kind:?}{count}"),
            };
            while !names.insert(name.clone()) {
                name.push('_');
            }
            location.name = name;
        }
    }
}

impl Builder<'_> {
    fn code(&self) -> &[Instruction] {
        &self.template.code
    }

    /// The number of the location at a place.
    fn number(&mut self, place: usize) -> usize {
        if let Some(&known) = self.found.get(&place) {
            return known;
        }
        self.places.push(place);
        self.found.insert(place, self.places.len() - 1);
        self.places.len() - 1
    }

    /// Goes on from a location to the next ones.
    fn follow(&mut self, from: usize, action: Action, mut way: Way) {
        let end = self.walk(&mut way);
        let to = self.number(end);
        self.edges.push(Edge { from, to, action, updates: way.updates });
    }

    /// Walks to the next location, and says at which place it is.
    fn walk(&mut self, way: &mut Way) -> usize {
        let mut steps = 0;
        loop {
            steps += 1;
            if let Some(&place) = self.heads.get(&way.at) {
                let decided = self.decided(way, place, 0);
                match decided {
                    Some(on) if steps < 10_000 => {
                        *way = on;
                        continue;
                    }
                    // A loop that never does anything is where it ends.
                    _ => return place,
                }
            }
            match &self.code()[way.at] {
                Instruction::Assign(slot, value) => {
                    let value = way.value(value);
                    way.assign(self.template, *slot, value);
                    way.at += 1;
                }
                Instruction::Jump(to) if steps < 10_000 => way.at = *to,
                _ => return way.at,
            }
        }
    }

    /// Where the way goes on if what is at this place is no location here: a condition that is known, or one that only
    /// chooses a value.
    fn decided(&self, way: &Way, place: usize, depth: usize) -> Option<Way> {
        let Instruction::Branch { condition, yes, no, .. } = &self.code()[place] else { return None };
        let mut on = self.arrive(way.clone(), place);
        let condition = on.value(condition);
        match condition {
            Expression::Int(c) => {
                on.at = if c != 0 { *yes } else { *no };
                Some(on)
            }
            condition if depth < DEEPEST => self.joined(&on, &condition, *yes, *no, depth + 1),
            _ => None,
        }
    }

    /// Computes what stands between the head and the place of a location.
    fn arrive(&self, mut way: Way, place: usize) -> Way {
        while way.at < place {
            if let Instruction::Assign(slot, value) = &self.code()[way.at] {
                let value = way.value(value);
                way.assign(self.template, *slot, value);
            }
            way.at += 1;
        }
        way
    }

    /// If both ways soon come to the same place, and only nameless slots were written: they go on as one.
    fn joined(&self, way: &Way, condition: &Expression, yes: usize, no: usize, depth: usize) -> Option<Way> {
        let begin = |at: usize| Way { at, known: way.known.clone(), updates: Vec::new() };
        let first = self.quiet(begin(yes), depth);
        let second = self.quiet(begin(no), depth);
        let (a, b) = second.iter().find_map(|b| first.iter().find(|a| a.at == b.at).map(|a| (a, b)))?;
        let written: BTreeSet<Slot> = a.updates.iter().chain(&b.updates).map(|(slot, _)| *slot).collect();
        let mut joined = way.clone();
        joined.at = a.at;
        let mut values = Vec::new();
        for &slot in &written {
            let of = |side: &Way| side.known.get(&slot).cloned();
            let value = match (of(a), of(b)) {
                (Some(x), Some(y)) if x == y => x,
                (Some(x), Some(y)) => {
                    Expression::Conditional(Box::new(condition.clone()), Box::new(x), Box::new(y))
                }
                // What only one side ever writes is of use on that side only.
                (Some(x), None) | (None, Some(x)) if self.writers[slot.0] == 1 => x,
                _ => return None,
            };
            if value.size() > LARGEST || written.iter().any(|&other| value.mentions(other)) {
                return None;
            }
            values.push((slot, value));
        }
        for (slot, value) in values {
            joined.assign(self.template, slot, value);
        }
        Some(joined)
    }

    /// The way from here as long as only nameless slots are written, after each step.
    fn quiet(&self, mut way: Way, depth: usize) -> Vec<Way> {
        let mut steps = vec![way.clone()];
        while steps.len() < LONGEST {
            if let Some(&place) = self.heads.get(&way.at) {
                match self.decided(&way, place, depth) {
                    Some(on) if on.updates.iter().all(|(slot, _)| self.is_nameless(*slot)) => way = on,
                    _ => break,
                }
            } else {
                match &self.code()[way.at] {
                    Instruction::Assign(slot, value) if self.is_nameless(*slot) => {
                        let value = way.value(value);
                        way.assign(self.template, *slot, value);
                        way.at += 1;
                    }
                    Instruction::Jump(to) => way.at = *to,
                    _ => break,
                }
            }
            steps.push(way.clone());
        }
        steps
    }

    fn is_nameless(&self, slot: Slot) -> bool {
        self.template.slots[slot.0].name.is_none()
    }

    /// Makes a location of what was found, and finds where it leads.
    fn location(&mut self, number: usize) -> Location {
        let template = self.template;
        let place = self.places[number];
        if place == template.code.len() {
            return Location::of(Kind::Stopped, 0);
        }
        let head = self.heads.iter().find(|(_, of)| **of == place).map_or(place, |(head, _)| *head);
        let way = self.arrive(Way { at: head, ..Way::default() }, place);
        let empty = Location::of(Kind::End, 0);
        let on = |at: usize| Way { at, ..way.clone() };
        match &template.code[place] {
            Instruction::Branch { condition, yes, no, line } => {
                let condition = way.value(condition);
                let negated = Expression::Not(Box::new(condition.clone())).replaced(&|_| None);
                self.follow(number, Action::When(condition), on(*yes));
                self.follow(number, Action::When(negated), on(*no));
                Location { kind: Kind::If, line: *line, ..empty }
            }
            Instruction::Fork { yes, no, line } => {
                self.follow(number, Action::Go, on(*yes));
                self.follow(number, Action::Go, on(*no));
                Location { kind: Kind::If, line: *line, ..empty }
            }
            Instruction::Marker { name, line } => {
                self.follow(number, Action::Go, on(place + 1));
                Location { kind: Kind::Marker, line: *line, mark: name.clone(), ..empty }
            }
            Instruction::Operation { operation, line } => match operation {
                Operation::End => Location { line: *line, ..empty },
                Operation::Exit => {
                    self.edges.push(Edge {
                        from: number,
                        to: number,
                        action: Action::Exit,
                        updates: Vec::new(),
                    });
                    Location { kind: Kind::Exit, line: *line, ..empty }
                }
                Operation::Alternatives { word, resources, list } => {
                    for (i, alternative) in list.iter().enumerate() {
                        match alternative.next {
                            Some(next) => self.follow(number, Action::Alternative(i), on(next)),
                            // Behind the code, nothing goes on.
                            None => {
                                let (to, action) = (self.number(template.code.len()), Action::Alternative(i));
                                self.edges.push(Edge { from: number, to, action, updates: Vec::new() });
                            }
                        }
                    }
                    let (alternatives, resources) = (list.clone(), resources.clone());
                    Location { kind: Kind::Operation, line: *line, alternatives, word, resources, ..empty }
                }
                Operation::Choose { count, into } => {
                    let count = way.value(count);
                    let mut on = on(place + 1);
                    on.known.retain(|slot, x| slot != into && !x.mentions(*into));
                    self.follow(number, Action::Choose(count, *into), on);
                    Location { kind: Kind::Choose, line: *line, ..empty }
                }
                Operation::Select { cases, default, select } => {
                    let cases: Vec<Case> = cases
                        .iter()
                        .map(|case| Case {
                            index: way.value(&case.index),
                            send: case.send.as_ref().map(|x| way.value(x)),
                            ..case.clone()
                        })
                        .collect();
                    for (i, case) in cases.iter().enumerate() {
                        let mut on = on(case.next);
                        if let Some(into) = case.into {
                            on.known.retain(|slot, x| *slot != into && !x.mentions(into));
                        }
                        self.follow(number, Action::Case(i), on);
                    }
                    if let Some(default) = default {
                        self.follow(number, Action::Default, on(*default));
                    }
                    let kind = match (select, cases.iter().all(|case| case.send.is_some())) {
                        (true, _) => Kind::Select,
                        (false, true) => Kind::Send,
                        (false, false) => Kind::Receive,
                    };
                    Location { kind, line: *line, cases, default: default.is_some(), ..empty }
                }
            },
            // A loop that never does anything.
            Instruction::Assign(..) | Instruction::Jump(_) => empty,
        }
    }
}

/// For each operation, condition and mark, where it begins: with the nameless values that are computed just before it, up to where
/// somebody else comes in.
fn heads(template: &Template) -> BTreeMap<usize, usize> {
    let mut entered = BTreeSet::from([0]);
    for (place, instruction) in template.code.iter().enumerate() {
        match instruction {
            Instruction::Jump(to) => {
                entered.extend([*to, place + 1]);
            }
            Instruction::Branch { yes, no, .. } | Instruction::Fork { yes, no, .. } => {
                entered.extend([*yes, *no, place + 1]);
            }
            Instruction::Operation { operation, .. } => {
                entered.insert(place + 1);
                if let Operation::Select { cases, default, .. } = operation {
                    entered.extend(cases.iter().map(|case| case.next).chain(*default));
                }
                if let Operation::Alternatives { list, .. } = operation {
                    entered.extend(list.iter().filter_map(|alternative| alternative.next));
                }
            }
            Instruction::Marker { .. } => {
                entered.insert(place + 1);
            }
            Instruction::Assign(..) => {}
        }
    }
    let mut heads = BTreeMap::new();
    for (place, instruction) in template.code.iter().enumerate() {
        if matches!(instruction, Instruction::Assign(..) | Instruction::Jump(_)) {
            continue;
        }
        let nameless = |i: usize| matches!(&template.code[i], Instruction::Assign(slot, _) if template.slots[slot.0].name.is_none());
        let mut head = place;
        while !entered.contains(&head) && head > 0 && nameless(head - 1) {
            head -= 1;
        }
        heads.insert(head, place);
    }
    heads
}

/// How many places of the code write each slot.
fn writers(template: &Template) -> Vec<usize> {
    let mut writers = vec![0; template.slots.len()];
    for instruction in &template.code {
        match instruction {
            Instruction::Assign(slot, _) => writers[slot.0] += 1,
            Instruction::Operation { operation: Operation::Choose { into, .. }, .. } => writers[into.0] += 1,
            Instruction::Operation { operation: Operation::Select { cases, .. }, .. } => {
                cases.iter().filter_map(|case| case.into).for_each(|slot| writers[slot.0] += 1);
            }
            _ => {}
        }
    }
    writers
}
