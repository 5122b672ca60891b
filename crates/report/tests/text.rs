//! What people read. `SNAPSHOTS=overwrite cargo test -p vtrace-report` writes the expectations anew: look at them.

mod common;

use common::*;
use snapbox::{assert_data_eq, file};
use vtrace_report::*;

fn show(finding: &Finding) -> String {
    text::finding(finding, &sources(), &TextOptions::default())
}

#[test]
fn two_goroutines_side_by_side() {
    assert_data_eq!(show(&lock_order()), file!["snapshots/lock_order.txt"].raw());
}

#[test]
fn goroutines_that_meet_are_joined_by_arrows() {
    assert_data_eq!(show(&leak()), file!["snapshots/leak.txt"].raw());
}

#[test]
fn a_whole_report() {
    let options = TextOptions { repeat: Some("vtrace replay {id}".into()), ..TextOptions::default() };
    assert_data_eq!(text::report(&report(), &sources(), &options), file!["snapshots/report.txt"].raw());
}
