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

/// Six workers and a timer, in a hundred steps.
fn crowd() -> Finding {
    let work = |marker| at("pool/pool.go", "example.com/shop/pool.(*Pool).work", marker);
    let test = |marker| at("pool/pool_test.go", "example.com/shop/pool.TestFirst", marker);
    let mut crowd = leak();
    crowd.message = "6 goroutines are blocked for ever in a receive when the test has returned".into();
    crowd.trace.lanes.truncate(1);
    for worker in 1..=6 {
        let outcome = blocked(work("|range p.jobs"), "chan receive");
        crowd.trace.lanes.push(lane(&worker.to_string(), "example.com/shop/pool.(*Pool).work", outcome));
    }
    crowd.trace.steps.truncate(2);
    for round in 0..49 {
        let worker = round % 6 + 1;
        let job = act(0, test("p.jobs |<- job{1"), &format!("sends {{{round} 10}}"));
        let takes = act(worker, work("|range p.jobs"), &format!("receives {{{round} 10}}"));
        crowd.trace.steps.push(Step { acts: vec![job, takes] });
        crowd.trace.steps.push(step(worker, work("p.results |<- j"), "sends 20"));
    }
    let fires = Act { lane: None, location: None, what: "the deadline of 3 s passes".into() };
    crowd.trace.steps.push(Step { acts: vec![fires] });
    crowd
}

#[test]
fn many_goroutines_are_listed_and_a_long_trace_is_cut_in_the_middle() {
    let options = TextOptions { steps: Some(9), ..TextOptions::default() };
    let text = text::finding(&crowd(), &sources(), &options);
    assert_data_eq!(text, file!["snapshots/crowd.txt"].raw());
}

#[test]
fn all_steps_can_be_shown() {
    let options = TextOptions { steps: None, ..TextOptions::default() };
    let text = text::finding(&crowd(), &sources(), &options);
    assert!(!text.contains("steps …"));
    assert!(text.contains("101  timer"));
}

#[test]
fn a_narrow_terminal_gets_a_list() {
    let options = TextOptions { width: 60, ..TextOptions::default() };
    let text = text::finding(&leak(), &sources(), &options);
    assert_data_eq!(text, file!["snapshots/narrow.txt"].raw());
}

#[test]
fn a_wide_terminal_gets_a_line_for_each_step() {
    let options = TextOptions { width: 140, ..TextOptions::default() };
    let text = text::finding(&lock_order(), &sources(), &options);
    assert_data_eq!(text, file!["snapshots/wide.txt"].raw());
}

#[test]
fn the_table_keeps_within_the_terminal() {
    for width in [70, 80, 100, 120, 200] {
        for finding in [lock_order(), leak(), crowd()] {
            let text = text::finding(&finding, &sources(), &TextOptions { width, ..TextOptions::default() });
            let table = text.split("how it comes about:").nth(1).expect("there is one");
            let table = table.split("\n\n").nth(1).expect("it is set off");
            let widest = table.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(width), "{width}:\n{table}");
        }
    }
}

#[test]
fn colours_change_nothing_but_colours() {
    let plain = show(&leak());
    let colour = TextOptions { colour: true, ..TextOptions::default() };
    let coloured = text::finding(&leak(), &sources(), &colour);
    assert_ne!(plain, coloured);
    assert_eq!(plain, anstream::adapter::strip_str(&coloured).to_string());
}

#[test]
fn what_cannot_be_read_is_named() {
    let options = TextOptions { possible: true, ..TextOptions::default() };
    let mut lost = lock_order();
    lost.standing = Standing::Possible;
    lost.inputs = vec![Input { name: "len(os.Args)".into(), value: "2".into() }];
    let text = text::finding(&lost, &Sources::new("/elsewhere"), &options);
    assert_data_eq!(text, file!["snapshots/lost.txt"].raw());
}

#[test]
fn a_finding_without_a_trace_and_a_report_without_entries() {
    let mut bare = finding(Kind::Reachable, "no run comes here", lock_order().labels, Trace::default());
    bare.labels.truncate(1);
    let mut text = show(&bare);
    text += &text::report(&Report::default(), &sources(), &TextOptions::default());
    assert_data_eq!(text, file!["snapshots/bare.txt"].raw());
}
