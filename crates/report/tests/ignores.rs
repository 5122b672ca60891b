//! What is not to be minded: comments, `vtrace.toml`, and the baseline.

mod common;

use std::path::Path;

use common::*;
use snapbox::{assert_data_eq, file, str};
use vtrace_report::*;

const FILE: &str = "/home/ada/shop/x.go";

/// A report with findings on these lines of `text`.
fn found(text: &str, findings: &[(Kind, &[u32])]) -> (Report, Sources) {
    let mut sources = sources();
    sources.insert(FILE, text);
    let at = |line| Location { file: FILE.into(), line, column: 2, function: "example.com/shop.f".into() };
    let one = |(kind, lines): &(Kind, &[u32])| {
        let labels = lines.iter().map(|line| label(at(*line), "here")).collect();
        finding(*kind, "it happens", labels, Trace::default())
    };
    let findings = findings.iter().map(one).collect();
    let report =
        Report::merge(vec![(entry("example.com/shop", "main", Verdict::Proved), findings)], &sources);
    (report, sources)
}

fn ignored(text: &str, findings: &[(Kind, &[u32])]) -> Report {
    let (report, sources) = found(text, findings);
    report.without_ignored([], &[], &sources)
}

/// How many are shown, ignored, and remarked upon.
fn counts(report: &Report) -> [usize; 3] {
    [report.findings.len(), report.ignored.len(), report.remarks.len()]
}

#[test]
fn a_comment_speaks_about_its_own_line() {
    let text = "mu.Lock()\nmu.Lock() //vtrace:ignore double-lock the test wants it\nmu.Lock()\n";
    assert_eq!(counts(&ignored(text, &[(Kind::DoubleLock, &[2, 1])])), [0, 1, 0]);
    assert_eq!(counts(&ignored(text, &[(Kind::DoubleLock, &[3])])), [1, 0, 1], "not about the next line");
    assert_eq!(counts(&ignored(text, &[(Kind::DoubleLock, &[1, 2])])), [1, 0, 1], "not its own place");
    assert_eq!(counts(&ignored(text, &[(Kind::Leak, &[2])])), [1, 0, 1], "another kind");
}

#[test]
fn a_finding_at_a_comment_is_ignored_where_the_comment_would_be() {
    let behind = "//vtrace:assert n == 1\nuse(n) //vtrace:ignore assertion off at start\n";
    assert_eq!(counts(&ignored(behind, &[(Kind::Assertion, &[1])])), [0, 1, 0]);
    let before = "//vtrace:ignore assertion off at start\n//vtrace:assert n == 1\nuse(n)\n";
    assert_eq!(counts(&ignored(before, &[(Kind::Assertion, &[2])])), [0, 1, 0]);
    let elsewhere = "//vtrace:assert n == 1\nuse(n)\nuse(n) //vtrace:ignore assertion off at start\n";
    assert_eq!(counts(&ignored(elsewhere, &[(Kind::Assertion, &[1])])), [1, 0, 1]);
}

#[test]
fn a_comment_alone_on_its_line_speaks_about_the_next_line_of_code() {
    let text = "// vtrace:ignore all why not\n// and more words\n\tc <- 1\n\tc <- 2\n";
    let report = ignored(text, &[(Kind::Leak, &[3])]);
    assert_eq!(counts(&report), [0, 1, 0]);
    assert_eq!(report.ignored[0].reason, "why not");
    assert_eq!(counts(&ignored(text, &[(Kind::Leak, &[4])])), [1, 0, 1]);
}

#[test]
fn either_place_of_a_race_will_do() {
    let text = "x = 1\nx = 2 //vtrace:ignore race,leak a statistic\n";
    assert_eq!(counts(&ignored(text, &[(Kind::Race, &[1, 2])])), [0, 1, 0]);
    assert_eq!(counts(&ignored(text, &[(Kind::Race, &[2, 1])])), [0, 1, 0]);
}

#[test]
fn text_that_looks_like_a_comment_is_none() {
    let text = "x := \"//vtrace:ignore all no\"\n";
    assert_eq!(counts(&ignored(text, &[(Kind::Race, &[1, 1])])), [1, 0, 0]);
}

#[test]
fn what_is_wrong_with_a_comment_is_said_and_it_has_no_effect() {
    let text = "x = 1 //vtrace:ignore race\nx = 2 //vtrace:ignore rase typo\nx = 3 //vtrace:ignore\n";
    let report = ignored(text, &[(Kind::Race, &[1, 2])]);
    assert_eq!(counts(&report), [1, 0, 3]);
    assert_data_eq!(
        text::summary(&report, &sources(), &TextOptions::default()),
        file!["snapshots/ignore_remarks.txt"].raw()
    );
}

#[test]
fn an_entry_with_ignored_findings_is_not_called_proved() {
    let report = ignored("c <- 1 //vtrace:ignore leak by design", &[(Kind::Leak, &[1])]);
    assert!(!report.has_errors());
    assert_data_eq!(
        text::summary(&report, &sources(), &TextOptions::default()),
        str![[r#"
   ok  main  1 ignored; all behaviours covered (1,234 states, 85 ms)

nothing found in 1 entry: 1 covered; 1 ignored

"#]]
    );
}

#[test]
fn rules_of_the_configuration_go_by_kind_path_and_function() {
    let rule = |text: &str| {
        let config =
            Config::parse(&format!("[[ignore]]\nreason = 'old'\n{text}"), Path::new("/home/ada/vtrace.toml"));
        let (report, sources) = found("x = 1\n", &[(Kind::Leak, &[1])]);
        report.without_ignored([], &config.expect("it is well-formed").ignore, &sources)
    };
    assert_eq!(counts(&rule("kind = 'leak'")), [0, 1, 0]);
    assert_eq!(counts(&rule("kind = 'all'\npath = 'shop/...'")), [0, 1, 0]);
    assert_eq!(counts(&rule("kind = 'race,leak'\nfunction = 'shop.*'")), [0, 1, 0]);
    assert_eq!(counts(&rule("kind = 'race'")), [1, 0, 1]);
    assert_eq!(counts(&rule("kind = 'leak'\npath = 'bank/...'")), [1, 0, 1]);
    let unused = rule("kind = 'leak'\nfunction = 'shop.g'");
    assert_eq!(counts(&unused), [1, 0, 1]);
    assert_eq!((unused.remarks[0].file.as_str(), unused.remarks[0].line), ("/home/ada/vtrace.toml", 1));
}

#[test]
fn a_baseline_sets_aside_what_it_knows() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("baseline.toml");
    let report = report();
    let errors =
        |report: &Report| (report.findings.len(), report.known.len(), report.gone.len(), report.has_errors());
    let baseline = Baseline::of(&report, &sources());
    baseline.write(&path).expect("it can be written");
    assert_data_eq!(
        std::fs::read_to_string(&path).expect("it is there"),
        file!["snapshots/baseline.toml"].raw()
    );
    let read = Baseline::read(&path).expect("it can be read");
    assert_eq!(read, baseline);
    let against = report.clone().against(&read);
    assert_eq!(errors(&against), (0, 3, 0, false));
    assert_eq!(Baseline::of(&against, &sources()), baseline, "what is known stays in it");

    let mut fixed = report.clone();
    fixed.findings.retain(|finding| finding.kind != Kind::Leak);
    assert_eq!(errors(&fixed.against(&read)), (0, 2, 1, false));
    let mut old = read;
    old.findings.retain(|known| known.kind != Kind::Leak);
    let against = report.against(&old);
    assert_eq!(errors(&against), (1, 2, 0, true));
    assert_data_eq!(
        text::summary(&against, &sources(), &TextOptions::default()),
        file!["snapshots/baseline_summary.txt"].raw()
    );
}

#[test]
fn a_baseline_that_cannot_be_read_says_why() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("baseline.toml");
    let error = || Baseline::read(&path).expect_err("it is wrong").to_string();
    assert!(error().starts_with("cannot read "), "{}", error());
    for (text, says) in [
        (
            "version = 1\n\n[[finding]]\nid = 1",
            "baseline.toml:4: invalid type: integer `1`, expected a string",
        ),
        ("version = 9", "baseline.toml:1: this is a baseline of version 9"),
        ("version = 1\nx = 2", "baseline.toml:2: unknown field `x`"),
        ("}", "baseline.toml:1: "),
    ] {
        std::fs::write(&path, text).expect("it can be written");
        assert!(error().contains(says), "{}", error());
    }
    assert!(Baseline::of(&report(), &sources()).write(Path::new("/nowhere/at/all.toml")).is_err());
}
