//! Calls: which function it may be, what is done by itself, what is put in place, what a `go` statement starts and what is deferred.

use vtrace_program::{Call, Callee, FunctionId, Position};

use super::flow::{dominates, in_loop, is_native};
use super::{Code, Context, Frame, MOST, Maker, Started, Value, Values, maker_place, stop};
use crate::model::{Alternative, Instruction};

impl<'a> Maker<'a> {
    pub(super) fn go(
        &mut self,
        code: &mut Code,
        frame: &mut Frame<'a>,
        call: &Call,
        site: Context,
        block: usize,
        position: Position,
    ) {
        let given: Vec<Values> =
            call.arguments.iter().map(|&argument| self.values(frame, argument)).collect();
        let callees = self.callees(frame, call);
        if callees.is_empty() {
            self.note(position, "it is not known which function is started here: it is left out");
        }
        // A goroutine that starts itself again is one of those that were started at that place first.
        let mut site = site;
        let own = site.last().copied();
        let first = site.iter().position(|at| Some(*at) == own).unwrap_or(0);
        let itself = first + 1 < site.len();
        site.truncate(first + 1);
        let several = self.started[self.current].instances > 1;
        let again = itself || several || code.loops > 0 || in_loop(frame.function, block);
        if self.started.len() >= MOST {
            return self.note(position, "there are too many goroutines already: this one is left out");
        }
        let mut alternatives = Vec::new();
        for (which, (function, bindings)) in callees.into_iter().enumerate() {
            let mut context = site.clone();
            context.push((which as u32, u32::MAX));
            let mut arguments = given.clone();
            arguments.extend(bindings);
            let started = self.started.len();
            let number = *self.known.started.entry(context.clone()).or_insert(started);
            if number == started {
                let instances = if again { self.instances } else { 1 };
                let place = maker_place(self.image, position);
                self.started.push(Started { function, arguments, context, instances, place });
                self.known.changed = true;
            } else {
                if again && self.started[number].instances < self.instances {
                    self.started[number].instances = self.instances;
                    self.known.changed = true;
                }
                let old = &mut self.started[number].arguments;
                old.resize(old.len().max(arguments.len()), Values::new());
                for (old, new) in old.iter_mut().zip(arguments) {
                    self.known.changed |= !new.is_subset(old);
                    old.extend(new);
                }
            }
            let next = Some(code.code.len() + 1);
            let free = format!("running{number} < {}", self.started[number].instances);
            let start = Some(format!("start{number}!"));
            alternatives.push(Alternative {
                guard: vec![free],
                synchronisation: start,
                updates: Vec::new(),
                next,
            });
            let full = format!("running{number} == {}", self.started[number].instances);
            let updates = vec!["bounded = true".to_string(), "ended = true".to_string()];
            alternatives.push(Alternative { guard: vec![full], updates, ..stop() });
        }
        if !alternatives.is_empty() {
            self.operation(code, "Go", Vec::new(), alternatives, position.line);
        }
    }

    /// The functions that may be called, with what they bind.
    pub(super) fn callees(&mut self, frame: &Frame, call: &Call) -> Vec<(FunctionId, Vec<Values>)> {
        let values = match call.callee {
            Callee::Static(id) => return vec![(id, Vec::new())],
            Callee::Dynamic(operand) => self.values(frame, operand),
            _ => Values::new(),
        };
        self.functions(&values)
    }

    pub(super) fn functions(&self, values: &Values) -> Vec<(FunctionId, Vec<Values>)> {
        let of = |value: &Value| match value {
            Value::Closure(number) => Some(self.known.bindings[*number].clone()),
            Value::Function(id) => Some((*id, Vec::new())),
            _ => None,
        };
        values.iter().filter_map(of).collect()
    }

    pub(super) fn run_defers(&mut self, code: &mut Code, frame: &mut Frame<'a>, block: usize) {
        for (at, call, arguments, position, place) in frame.defers.clone().into_iter().rev() {
            let skip = code.code.len();
            if !dominates(frame.function, at, block) {
                code.code.push(Instruction::Fork { yes: skip + 1, no: 0, line: position.line });
            }
            let mut site = Self::site(frame, at, place as usize);
            site.push((block as u32, u32::MAX - 1));
            self.call(code, frame, &call, arguments, site, position);
            let end = code.code.len();
            if let Some(Instruction::Fork { no, .. }) = code.code.get_mut(skip)
                && *no == 0
            {
                *no = end;
            }
        }
    }

    pub(super) fn call(
        &mut self,
        code: &mut Code,
        frame: &Frame<'a>,
        call: &Call,
        arguments: Vec<Values>,
        site: Context,
        position: Position,
    ) -> Vec<Values> {
        match call.callee {
            Callee::Builtin(builtin) => {
                self.builtin(code, builtin, call, &arguments, position);
                return arguments;
            }
            Callee::Method(..) => {
                self.note(position, "a call through an interface is left out");
                return Vec::new();
            }
            _ => {}
        }
        let callees = self.callees(frame, call);
        if callees.is_empty() {
            self.note(position, "it is not known which function is called here: it is left out");
        }
        let mut results: Vec<Values> = Vec::new();
        let mut ends = Vec::new();
        let count = callees.len();
        for (which, (id, bindings)) in callees.into_iter().enumerate() {
            let function = self.image.function(id);
            let fork = code.code.len();
            if which + 1 < count {
                code.code.push(Instruction::Fork { yes: fork + 1, no: 0, line: position.line });
            }
            if is_native(function) {
                self.native(code, function, call, &arguments, site.clone(), position);
            } else if self.goes_into(id) {
                let mut context = site.clone();
                context.push((which as u32, 0));
                let mut all = arguments.clone();
                all.extend(bindings);
                let block = site.last().map_or(0, |(at, _)| (at & 0xfff) as usize);
                let looped =
                    usize::from(block < frame.function.blocks.len() && in_loop(frame.function, block));
                code.loops += looped;
                let given = self.call_function(code, id, all, context);
                code.loops -= looped;
                results.resize(results.len().max(given.len()), Values::new());
                results.iter_mut().zip(given).for_each(|(all, values)| all.extend(values));
            } else {
                let shared = |value: &Value| {
                    matches!(value, Value::Channel(_) | Value::Closure(_) | Value::Function(_))
                };
                if self.matters[id.index()] || arguments.iter().flatten().any(shared) {
                    let what =
                        format!("what {} does with channels, locks and functions is left out", function.name);
                    self.note(position, &what);
                }
                // What goes in may come out.
                results.push(arguments.iter().flatten().copied().collect());
            }
            ends.push(code.code.len());
            code.code.push(Instruction::Jump(0));
            let next = code.code.len();
            if let Instruction::Fork { no, .. } = &mut code.code[fork]
                && which + 1 < count
            {
                *no = next;
            }
        }
        let end = code.code.len();
        ends.into_iter().for_each(|place| code.code[place] = Instruction::Jump(end));
        results
    }

    /// Whether a function is put in place: one of the user's, or that of a package's variables, in which something happens.
    pub(super) fn goes_into(&self, id: FunctionId) -> bool {
        let function = self.image.function(id);
        let own =
            function.flags.user || self.users.contains(&function.package) || function.package.is_empty();
        own && function.has_body() && self.matters[id.index()]
    }
}
