//! From the findings of each entry to the findings of the program.
//!
//! Tests of one package run the same code, so the same bug shows up under many entries. It is shown once, with the best
//! trace that any of them gave.

use std::collections::{BTreeSet, HashMap};

use crate::{EntryResult, Finding, Kind, Location, Report, Sources, id};

/// A place, as far as it matters to whether two findings are the same: the same line may be in two instances of a generic
/// function.
type Place = (String, u32, u32);

fn place(location: &Location) -> Place {
    (location.file.clone(), location.line, location.column)
}

/// What is equal for equal findings.
#[derive(PartialEq, Eq, Hash)]
struct Identity {
    kind: Kind,
    /// The finding's own place. None for a race, whose two places have no order.
    own: Option<Place>,
    places: BTreeSet<Place>,
}

impl Identity {
    fn of(finding: &Finding) -> Identity {
        let own = finding.place().filter(|_| finding.kind != Kind::Race).map(place);
        let places = finding.labels.iter().map(|label| place(&label.location)).collect();
        Identity { kind: finding.kind, own, places }
    }
}

/// How good a finding is to show; less is better. A trace that was replayed is better than a shorter one.
fn rank(finding: &Finding) -> impl Ord {
    (finding.standing, finding.trace.switches(), finding.trace.length())
}

impl Report {
    /// Unites the entries' findings: equal ones become one, all get their ids, and they are sorted. Of equal ones the surest
    /// is kept, then the one with the fewest context switches, then the one with the fewest steps, then the first. A line that
    /// should be reachable is a finding only if no entry reaches it.
    pub fn merge(entries: Vec<(EntryResult, Vec<Finding>)>, sources: &Sources) -> Report {
        let unreached = unreached_by_all(&entries);
        let mut findings: Vec<Finding> = Vec::new();
        let mut known: HashMap<Identity, usize> = HashMap::new();
        let mut results = Vec::new();
        for (result, found) in entries {
            let entry = result.full_name();
            for mut finding in found {
                if finding.kind == Kind::Reachable
                    && !finding.place().is_some_and(|at| unreached.contains(&place(at)))
                {
                    continue;
                }
                finding.entries = vec![entry.clone()];
                finding.trace.entry = entry.clone();
                let at = *known.entry(Identity::of(&finding)).or_insert(findings.len());
                match findings.get_mut(at) {
                    None => findings.push(finding),
                    Some(old) => unite(old, finding),
                }
            }
            results.push(result);
        }
        findings.sort_by_cached_key(|finding| {
            let places: Vec<Place> = finding.labels.iter().map(|label| place(&label.location)).collect();
            (places.first().cloned(), finding.kind, places, finding.message.clone())
        });
        // Names do not depend on how sure we are: a finding keeps its own when it is confirmed.
        id::assign(&mut findings, sources);
        findings.sort_by_key(|finding| (finding.standing, finding.needs.is_some()));
        for result in &mut results {
            let entry = result.full_name();
            let of_entry = findings.iter().filter(|finding| finding.entries.contains(&entry));
            result.findings = of_entry.map(|finding| finding.id.clone()).collect();
        }
        Report { entries: results, findings, ..Report::default() }
    }
}

/// The places that no entry comes to: a line that one of them reaches is reachable. Who does not know says nothing, and then
/// nothing can be said.
fn unreached_by_all(entries: &[(EntryResult, Vec<Finding>)]) -> BTreeSet<Place> {
    let of_entry = |(_, found): &(EntryResult, Vec<Finding>)| -> BTreeSet<Place> {
        let unreached = found.iter().filter(|finding| finding.kind == Kind::Reachable);
        unreached.filter_map(Finding::place).map(place).collect()
    };
    let sets = entries.iter().map(of_entry);
    sets.reduce(|all, one| all.intersection(&one).cloned().collect()).unwrap_or_default()
}

/// Makes one finding of two equal ones.
fn unite(old: &mut Finding, new: Finding) {
    let mut entries = std::mem::take(&mut old.entries);
    for entry in &new.entries {
        if !entries.contains(entry) {
            entries.push(entry.clone());
        }
    }
    if rank(&new) < rank(old) {
        *old = new;
    }
    old.entries = entries;
}
