//! What goroutines do with channels, locks and wait groups, as edges of a model.

use vtrace_program::{Builtin, Call, Function, Literal, Operand, Position};

use super::{Code, Context, Maker, Resource, ResourceKind, Value, Values, go_on, stop};
use crate::model::{Alternative, Expression, Instruction, Operation, Slot};

impl Maker<'_> {
    pub(super) fn operation(
        &mut self,
        code: &mut Code,
        word: &'static str,
        resources: Vec<usize>,
        list: Vec<Alternative>,
        line: u32,
    ) {
        let operation = Operation::Alternatives { word, resources, list };
        code.code.push(Instruction::Operation { operation, line });
    }

    /// A send, receive or select: `told` is where it is told which case it was, if that matters, and whether a value was received.
    pub(super) fn communicate(
        &mut self,
        code: &mut Code,
        cases: &[(Values, bool)],
        told: Option<(Option<Slot>, Slot)>,
        default: bool,
        word: &'static str,
        position: Position,
    ) {
        let mut list: Vec<(Alternative, i64, bool)> = Vec::new();
        let (mut resources, mut not_ready) = (Vec::new(), Vec::new());
        for (number, (values, send)) in cases.iter().enumerate() {
            let channels: Vec<usize> = values
                .iter()
                .filter_map(|v| if let Value::Channel(c) = v { Some(*c) } else { None })
                .collect();
            if channels.is_empty() && word != "Select" {
                self.note(position, "it is not known which channel this is: it is left out");
                list.push((go_on(), number as i64, true));
            }
            for channel in channels {
                resources.push(channel);
                let Resource { name, capacity, .. } = &self.resources[channel];
                let (buffered, guard) = (*capacity > 0, |text: String| vec![text]);
                let mut push =
                    |alternative: Alternative, ok: bool| list.push((alternative, number as i64, ok));
                match (send, buffered) {
                    (true, true) => {
                        let room = format!("!{name}_closed && {name}_count < {capacity}");
                        push(
                            Alternative {
                                guard: guard(room),
                                updates: vec![format!("{name}_count++")],
                                ..go_on()
                            },
                            true,
                        );
                        not_ready.push(format!("!{name}_closed && {name}_count == {capacity}"));
                    }
                    (true, false) => {
                        let (free, sync) = (guard(format!("!{name}_closed")), Some(format!("{name}_sync!")));
                        push(Alternative { guard: free, synchronisation: sync, ..go_on() }, true);
                        not_ready.push(format!("!{name}_closed"));
                    }
                    (false, true) => {
                        let some = guard(format!("{name}_count > 0"));
                        push(
                            Alternative { guard: some, updates: vec![format!("{name}_count--")], ..go_on() },
                            true,
                        );
                        not_ready.push(format!("{name}_count == 0 && !{name}_closed"));
                    }
                    (false, false) => {
                        push(Alternative { synchronisation: Some(format!("{name}_sync?")), ..go_on() }, true);
                        not_ready.push(format!("!{name}_closed"));
                    }
                }
                let misuse = vec![
                    format!("{name}_misused = true"),
                    "panicked = true".to_string(),
                    "ended = true".to_string(),
                ];
                match send {
                    true => push(
                        Alternative { guard: guard(format!("{name}_closed")), updates: misuse, ..stop() },
                        true,
                    ),
                    false => {
                        let drained = format!("{name}_closed && {name}_count == 0");
                        push(Alternative { guard: guard(drained), ..go_on() }, false);
                    }
                }
            }
        }
        if default {
            list.push((Alternative { guard: not_ready, ..go_on() }, -1, true));
        }
        // Behind it, each way tells which it is, and goes on at the same place.
        let place = code.code.len();
        let width = 3;
        let end = place + 1 + width * list.len();
        let tail: Vec<(i64, bool)> = list.iter().map(|(_, case, ok)| (*case, *ok)).collect();
        let mut alternatives: Vec<Alternative> =
            list.into_iter().map(|(alternative, ..)| alternative).collect();
        for (i, alternative) in alternatives.iter_mut().enumerate() {
            alternative.next = alternative.next.map(|_| place + 1 + width * i);
        }
        self.operation(code, word, resources, alternatives, position.line);
        for (case, ok) in tail {
            let assign = |slot: Option<Slot>, value: i64| match slot {
                Some(slot) => Instruction::Assign(slot, Expression::Int(value)),
                None => Instruction::Jump(0),
            };
            let (chosen, received) = (told.and_then(|told| told.0), told.map(|told| told.1));
            for (slot, value) in [(chosen, case), (received, i64::from(ok))] {
                let next = code.code.len() + 1;
                code.code.push(match assign(slot, value) {
                    Instruction::Jump(_) => Instruction::Jump(next),
                    other => other,
                });
            }
            code.code.push(Instruction::Jump(end));
        }
    }

    pub(super) fn builtin(
        &mut self,
        code: &mut Code,
        builtin: Builtin,
        call: &Call,
        arguments: &[Values],
        position: Position,
    ) {
        match builtin {
            Builtin::Close => {
                let mut list = Vec::new();
                let mut resources = Vec::new();
                let next = Some(code.code.len() + 1);
                for value in arguments.iter().flatten() {
                    let Value::Channel(channel) = value else { continue };
                    resources.push(*channel);
                    let name = &self.resources[*channel].name;
                    let updates = vec![format!("{name}_closed = true")];
                    list.push(Alternative {
                        guard: vec![format!("!{name}_closed")],
                        updates,
                        next,
                        ..go_on()
                    });
                    let updates = vec![
                        format!("{name}_misused = true"),
                        "panicked = true".to_string(),
                        "ended = true".to_string(),
                    ];
                    list.push(Alternative { guard: vec![format!("{name}_closed")], updates, ..stop() });
                }
                if list.is_empty() {
                    self.note(position, "it is not known which channel this is: it is left out");
                } else {
                    self.operation(code, "Close", resources, list, position.line);
                }
            }
            Builtin::Print => {
                let text = match call.arguments.first() {
                    Some(Operand::Constant(id)) => match &self.image.constants[id.index()].value {
                        Literal::String(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                        _ => String::new(),
                    },
                    _ => String::new(),
                };
                if let Some(mark) = text.strip_prefix("\x01vtrace:") {
                    let name = match mark.split_once(' ') {
                        Some(("mark", name)) => Some(name.to_string()),
                        None if matches!(mark, "reachable" | "unreachable") => Some(mark.to_string()),
                        _ => return,
                    };
                    code.code.push(Instruction::Marker { name, line: position.line });
                }
            }
            _ => {}
        }
    }

    /// What the model does itself: locks, wait groups, `Once`, `os.Exit`.
    pub(super) fn native(
        &mut self,
        code: &mut Code,
        function: &Function,
        call: &Call,
        arguments: &[Values],
        site: Context,
        position: Position,
    ) {
        let line = position.line;
        let method = function.ssa_name.rsplit('.').next().unwrap_or_default().to_string();
        if method == "Exit" {
            let updates = vec!["ended = true".to_string()];
            return self.operation(code, "Exit", Vec::new(), vec![Alternative { updates, ..stop() }], line);
        }
        let kind = match () {
            () if function.ssa_name.contains("WaitGroup)") => ResourceKind::WaitGroup,
            () if function.ssa_name.contains("Once)") => ResourceKind::Once,
            () => ResourceKind::Lock,
        };
        let cells: Vec<usize> = arguments
            .first()
            .into_iter()
            .flatten()
            .filter_map(|value| if let Value::Cell(cell) = value { Some(*cell) } else { None })
            .collect();
        let resources: Vec<usize> =
            cells.into_iter().map(|cell| self.resource(kind, cell, position, 0)).collect();
        if resources.is_empty() {
            return self
                .note(position, &format!("it is not known on what {method} is called: it is left out"));
        }
        let amount = call.arguments.get(1).and_then(|&amount| self.constant(amount));
        if method == "Add" && amount.is_none() {
            self.note(position, "what is added is not constant: it is 1");
        }
        let next = Some(code.code.len() + 1);
        let mut list = Vec::new();
        let mut push = |guard: String, updates: &[String], next: Option<usize>| {
            let guard = if guard.is_empty() { Vec::new() } else { vec![guard] };
            list.push(Alternative { guard, updates: updates.to_vec(), synchronisation: None, next });
        };
        let mut word = "Lock";
        for &resource in &resources {
            let m = self.resources[resource].name.clone();
            let misuse =
                [format!("{m}_misused = true"), "panicked = true".to_string(), "ended = true".to_string()];
            match &*method {
                "Lock" => {
                    push(format!("!{m}_locked && {m}_readers == 0"), &[format!("{m}_locked = true")], next)
                }
                "RLock" => push(format!("!{m}_locked"), &[format!("{m}_readers++")], next),
                "TryLock" | "TryRLock" => {
                    // Whether it succeeds is open; if it does, the lock is held.
                    let (free, take) = match &*method {
                        "TryLock" => {
                            (format!("!{m}_locked && {m}_readers == 0"), format!("{m}_locked = true"))
                        }
                        _ => (format!("!{m}_locked"), format!("{m}_readers++")),
                    };
                    push(free, &[take], next);
                    push(String::new(), &[], next);
                }
                "Unlock" => {
                    word = "Unlock";
                    push(format!("{m}_locked"), &[format!("{m}_locked = false")], next);
                    push(format!("!{m}_locked"), &misuse, None);
                }
                "RUnlock" => {
                    word = "Unlock";
                    push(format!("{m}_readers > 0"), &[format!("{m}_readers--")], next);
                    push(format!("{m}_readers == 0"), &misuse, None);
                }
                "Wait" => {
                    word = "Wait";
                    push(format!("{m}_count == 0"), &[], next);
                }
                "Add" | "Done" => {
                    word = "Add";
                    let amount = if method == "Done" { -1 } else { amount.unwrap_or(1) };
                    push(
                        format!("{m}_count + ({amount}) >= 0"),
                        &[format!("{m}_count = {m}_count + ({amount})")],
                        next,
                    );
                    push(format!("{m}_count + ({amount}) < 0"), &misuse, None);
                }
                _ => {}
            }
        }
        match &*method {
            "Do" => {
                let m = self.resources[resources[0]].name.clone();
                if resources.len() > 1 {
                    self.note(position, "it may be one of several: it is taken for the first");
                }
                self.once(code, &m, resources[0], arguments.get(1).cloned().unwrap_or_default(), site, line);
            }
            _ if list.is_empty() => self.note(position, &format!("{method} is left out")),
            _ => self.operation(code, word, resources, list, line),
        }
    }

    pub(super) fn once(
        &mut self,
        code: &mut Code,
        m: &str,
        resource: usize,
        functions: Values,
        site: Context,
        line: u32,
    ) {
        let place = code.code.len();
        let first = Alternative {
            guard: vec![format!("{m}_state == 0")],
            updates: vec![format!("{m}_state = 1")],
            next: Some(place + 1),
            ..go_on()
        };
        // Where that is, is known when the function stands there.
        let done = Alternative { guard: vec![format!("{m}_state == 2")], next: Some(0), ..go_on() };
        self.operation(code, "Once", vec![resource], vec![first, done], line);
        for (which, (id, bindings)) in self.functions(&functions).into_iter().enumerate() {
            if self.goes_into(id) {
                let mut context = site.clone();
                context.push((which as u32, 1));
                self.call_function(code, id, bindings, context);
            }
        }
        let next = Some(code.code.len() + 1);
        let finished = Alternative { updates: vec![format!("{m}_state = 2")], next, ..go_on() };
        self.operation(code, "OnceDone", Vec::new(), vec![finished], line);
        let end = code.code.len();
        if let Instruction::Operation { operation: Operation::Alternatives { list, .. }, .. } =
            &mut code.code[place]
        {
            list[1].next = Some(end);
        }
    }
}
