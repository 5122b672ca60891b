//! What could happen next in a run, in words, without making it happen: for those who choose.

use std::collections::VecDeque;

use vtrace_machine::{Event, Node, ObjectId, Output, State, What, dump};
use vtrace_program::FunctionId;

use crate::faults::Action;
use crate::play::{Place, Player};

/// Something that could happen next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    /// What to choose.
    pub action: Action,
    /// In words.
    pub text: String,
    /// The nodes that take part.
    pub nodes: Vec<String>,
    /// The message that is concerned, by its number, if it is a fault of the network.
    pub message: Option<u32>,
}

impl Player<'_> {
    /// What can happen now, told without making it happen.
    pub fn possible(&mut self) -> Vec<Possible> {
        let (actions, _) = self.actions();
        actions.into_iter().map(|action| self.imagine(action)).collect()
    }

    fn imagine(&mut self, action: Action) -> Possible {
        let (mut output, mut events) = (Output::default(), Vec::new());
        let state = self.situation.state.clone();
        if action.is_fault() {
            // A fault changes what is known about messages only by being told: so somebody else is told.
            let (messages, queues) = (self.messages.clone(), self.queues.clone());
            let told = self.foretell(&action, &state, &mut output);
            (self.messages, self.queues) = (messages, queues);
            let nodes = told.iter().filter_map(|told| told.node.clone()).collect();
            // One that is not sent yet, or only a copy, has no number that is known.
            let known = |id: &u32| (*id as usize) < self.messages.len();
            let message =
                told.iter().filter_map(|told| told.message.as_ref()).map(|message| message.id).find(known);
            let message = message.or_else(|| match action {
                Action::Duplicate { channel, position } => {
                    self.queues.get(&channel)?.get(position as usize).copied()
                }
                _ => None,
            });
            let words = told.iter().map(|told| match &told.node {
                Some(node) if told.message.is_none() => format!("{node} {}", told.text),
                _ => told.text.clone(),
            });
            return Possible { action, text: words.collect::<Vec<_>>().join("; "), nodes, message };
        }
        let mut after = self.situation.clone();
        {
            let mut cx = self.machine.context(&mut output);
            cx.events = Some(&mut events);
            self.simulation.apply_in(&mut cx, &mut after, &action);
        }
        let mut nodes: Vec<String> = Vec::new();
        let mut words = Vec::new();
        for event in events {
            let Some(text) = self.foreseen(&event, &after.state) else { continue };
            let node =
                self.node(&after.state, event.goroutine).or_else(|| self.node(&state, event.goroutine));
            words.push(node.as_ref().map_or_else(|| text.clone(), |node| format!("{node} {text}")));
            nodes.extend(node.filter(|node| !nodes.contains(node)));
        }
        if words.is_empty() {
            let [actor, other] = self.simulation.actors(&state, &action);
            nodes.extend(self.node(&state, actor));
            nodes.extend(self.node(&state, other).filter(|_| other != actor));
            words.push(match nodes.is_empty() {
                true => action.to_string(),
                false => format!("{} goes on", nodes.join(" and ")),
            });
        }
        Possible { action, text: words.join("; "), nodes, message: None }
    }

    /// An event that has not happened yet, in words; none if it is not worth a word.
    fn foreseen(&self, event: &Event, state: &State) -> Option<String> {
        let channel = |channel: ObjectId| {
            let number = self.machine.channel_number(state, channel).unwrap_or(u32::MAX);
            (number, self.machine.channel_name(state, channel).unwrap_or_else(|| format!("channel {number}")))
        };
        Some(match &event.what {
            What::Send { channel: at, value, .. } => format!("sends {value} on {}", channel(*at).1),
            What::Receive { closed: true, .. } => "finds the channel closed".to_string(),
            What::Receive { channel: at, value, .. } => {
                let first = self.queues.get(&channel(*at).0).and_then(VecDeque::front);
                match first.and_then(|&id| self.messages[id as usize].from.as_ref()) {
                    Some(from) => format!("receives {value} from {from}"),
                    None => format!("receives {value}"),
                }
            }
            What::Default => "finds nothing, and goes on".to_string(),
            What::Close { .. } => "closes a channel".to_string(),
            What::Exit => "ends".to_string(),
            What::Panic { value } => format!("panics: {value}"),
            What::Fire { at } => format!("a timer fires at {}", vtrace_machine::duration(*at)),
            What::Bind { input, value } => format!("{input} is {value}"),
            _ => return None,
        })
    }
}

/// How a node stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The node.
    pub node: String,
    /// Whether it can go on.
    pub state: Activity,
    /// For what it waits, in the runtime's words, if it does.
    pub reason: String,
    /// Where it is, and in which function, if it is anywhere.
    pub at: Option<(String, Place)>,
}

/// Whether a node can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// It can.
    Ready,
    /// It waits for something.
    Waiting,
    /// Its function has returned.
    Ended,
    /// It has crashed.
    Down,
}

impl Player<'_> {
    /// How everybody stands now.
    pub fn standings(&mut self) -> Vec<Standing> {
        let (actions, own) = self.actions();
        let (machine, state) = (self.machine, &self.situation.state);
        let image = &machine.program.image;
        let able: Vec<u32> =
            actions[..own].iter().flat_map(|action| self.simulation.actors(state, action)).collect();
        let standing = |node: &Node| {
            let number = node.goroutine();
            let goroutine = state.goroutines().find(|g| g.number == number);
            let stuck = goroutine.filter(|_| !able.contains(&number));
            let activity = match (node.is_crashed(), goroutine) {
                (true, _) => Activity::Down,
                (_, None) => Activity::Ended,
                _ if stuck.is_some() => Activity::Waiting,
                _ => Activity::Ready,
            };
            let reason = match activity {
                Activity::Waiting => stuck.map(|g| dump::wait_reason(&machine.program, g)),
                _ => None,
            };
            let place = dump::place_of(&machine.program, state, number, None);
            // Who has left his own function is in the framework's, which nobody wants to read.
            let own = |&(_, function): &(_, FunctionId)| image.function(function).flags.user;
            let at = place.filter(own).filter(|_| goroutine.is_some()).and_then(|(position, function)| {
                Some((dump::function_name(image, function), self.place(position)?))
            });
            let node = node.name(machine).into_owned();
            Standing { node, state: activity, reason: reason.unwrap_or_default(), at }
        };
        machine.nodes(state).map(standing).collect()
    }
}
