//! Labels that tell of calls and returns: `CALL !PUSH !1` is a call of PUSH by thread 1, `RET !POP !7 !2` a return of
//! POP with 7 to thread 2. The first field says what it is, the second names the method, the last the thread.

use crate::lts::{Label, Lts};

/// A call or a return.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// `CALL`
    Call,
    /// `RET`
    Return,
}

/// A label taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event<'a> {
    /// Which of the two.
    pub kind: Kind,
    /// The method.
    pub method: &'a str,
    /// What stands between the method and the thread: arguments or results.
    pub values: Vec<&'a str>,
    /// The thread.
    pub thread: &'a str,
}

/// The event that a label called `name` is, if it is one.
pub fn parse(name: &str) -> Option<Event<'_>> {
    let mut fields = name.split('!').map(str::trim);
    let kind = match fields.next()? {
        word if word.eq_ignore_ascii_case("CALL") => Kind::Call,
        word if word.eq_ignore_ascii_case("RET") => Kind::Return,
        _ => return None,
    };
    let method = fields.next()?;
    let mut values: Vec<&str> = fields.collect();
    let thread = values.pop()?;
    Some(Event { kind, method, values, thread })
}

/// For each label of `lts` the event that it is.
pub fn of_labels(lts: &Lts) -> Vec<Option<Event<'_>>> {
    lts.labels().iter().map(|(_, name)| parse(name)).collect()
}

/// The threads that the labels of `lts` name, numbers in their order first.
pub fn threads<'a>(lts: &'a Lts, used: &[bool]) -> Vec<&'a str> {
    let mut threads: Vec<&str> = lts
        .labels()
        .iter()
        .filter(|(label, _)| used[label.index()])
        .filter_map(|(_, n)| parse(n))
        .map(|e| e.thread)
        .collect();
    threads.sort_unstable_by_key(|name| (name.parse::<u64>().unwrap_or(u64::MAX), *name));
    threads.dedup();
    threads
}

/// Which labels occur on a transition.
pub fn used(lts: &Lts) -> Vec<bool> {
    let mut used = vec![false; lts.labels().len()];
    for t in lts.transitions() {
        used[t.label.index()] = true;
    }
    used
}

/// Is `label` of `lts` a call or a return?
pub fn is_event(lts: &Lts, label: Label) -> bool {
    parse(lts.name(label)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_taken_apart() {
        let call = parse("CALL !PUSH !1").unwrap();
        assert_eq!((call.kind, call.method, call.values, call.thread), (Kind::Call, "PUSH", vec![], "1"));
        let ret = parse("RET!POP ! 7 !2").unwrap();
        assert_eq!((ret.kind, ret.method, ret.values, ret.thread), (Kind::Return, "POP", vec!["7"], "2"));
        assert_eq!(parse("i"), None);
        assert_eq!(parse("CALLED !x !1"), None);
        assert_eq!(parse("CALL"), None);
        assert_eq!(parse("CALL !x"), None);
    }
}
