//! Whatever the findings say and wherever they point, all forms of the report are written.

mod common;

use common::sources;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use vtrace_report::*;

const ODD: &str = "/home/ada/shop/odd.go";

/// Tabs, wide characters, characters of several bytes, carriage returns, control characters, long lines.
const TEXT: &str = "\tmu.Lock()\t// tab\r\nnaïve <- \"数据库连接\" + `😀`\r\n\u{0}\u{1b}[31mred\u{202e}\n\n}((([[[<-<-\ngo go go.(go)[\"\\\" {\n日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語\nlast, without end";

fn odd_sources() -> Sources {
    let mut sources = sources();
    sources.insert(ODD, TEXT);
    sources
}

fn location() -> impl Strategy<Value = Location> {
    let file =
        prop_oneof![Just(ODD.to_string()), Just("/nowhere/x.go".into()), Just(String::new()), ".{0,20}"];
    let number = prop_oneof![0..20u32, Just(u32::MAX)];
    let column = prop_oneof![0..60u32, Just(u32::MAX)];
    (file, number, column, "(main\\.[a-z$.0-9]{0,8}|.{0,10})")
        .prop_map(|(file, line, column, function)| Location { file, line, column, function })
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z ]{0,40}", ".{0,60}", "(\\PC){0,300}", Just("a\nb\r\tc".to_string())]
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        Just(Outcome::Returned),
        option::of(location()).prop_map(|location| Outcome::Running { location }),
        (option::of(location()), words())
            .prop_map(|(location, reason)| Outcome::Blocked { location, reason }),
        words().prop_map(|text| Outcome::Panicked { text }),
    ]
}

fn trace() -> impl Strategy<Value = Trace> {
    let lane = ("(main|[1-9](\\.[1-9]){0,3}|.{0,9})", "(main\\.[a-z]{0,30}|.{0,9})", outcome());
    let lane = lane.prop_map(|(name, function, outcome)| Lane { name, function, started: None, outcome });
    let act = (option::weighted(0.9, 0..8usize), option::of(location()), words());
    let act = act.prop_map(|(lane, location, what)| Act { lane, location, what });
    let step = vec(act, 0..4).prop_map(|acts| Step { acts });
    (vec(lane, 0..7), vec(step, 0..50)).prop_map(|(lanes, steps)| Trace {
        lanes,
        steps,
        omitted: None,
        entry: String::new(),
        schedule: vec!["x".into()],
        circle: Vec::new(),
        found: Vec::new(),
    })
}

fn finding() -> impl Strategy<Value = Finding> {
    let label = (location(), words()).prop_map(|(location, text)| Label { location, text });
    let input = (words(), words()).prop_map(|(name, value)| Input { name, value });
    let kind = (0..Kind::ALL.len()).prop_map(|at| Kind::ALL[at]);
    let standing = prop_oneof![Just(Standing::Confirmed), Just(Standing::Certain), Just(Standing::Possible)];
    (kind, standing, words(), vec(label, 0..5), vec(input, 0..3), trace(), vec(words(), 0..3)).prop_map(
        |(kind, standing, message, labels, inputs, trace, help)| Finding {
            id: String::new(),
            kind,
            standing,
            message,
            labels,
            inputs,
            needs: None,
            trace,
            help,
            replay: None,
            entries: vec![],
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_stops_a_report(
        findings in vec(finding(), 0..4),
        width in prop_oneof![0..200usize, Just(usize::MAX / 2)],
        steps in option::of(0..60usize),
        colour: bool,
    ) {
        let sources = odd_sources();
        let report = Report::merge(vec![(common::entry("p", "main", Verdict::Proved), findings)], &sources);
        let options = TextOptions { colour, width, possible: true, steps, repeat: None };
        let text = text::report(&report, &sources, &options);
        if !colour {
            prop_assert!(!text.contains('\u{1b}'), "{text:?}");
        }
        sarif::write(&report, &sources, true);
        junit::write(&report, &sources, true);
        let report = report.without_ignored([ODD, "/nowhere"], &[], &sources);
        let baseline = Baseline::of(&report, &sources);
        prop_assert_eq!(report.clone().against(&baseline).findings.len(), 0);
    }

    #[test]
    fn json_comes_back_whole(findings in vec(finding(), 0..4)) {
        let sources = odd_sources();
        let mut report = Report::merge(vec![(common::entry("p", "main", Verdict::Proved), findings)], &sources);
        report.entries[0].statistics = Statistics::default();
        // Relative paths are seen from the base when they are read: those that were made up here, too.
        let once = json::read(&json::write(&report, &sources), &sources).expect("it is a report");
        let twice = json::read(&json::write(&once, &sources), &sources).expect("it is a report");
        prop_assert_eq!(&once, &twice);
        prop_assert_eq!(once.findings.len(), report.findings.len());
        prop_assert_eq!(json::write(&report, &sources), json::write(&once, &sources));
    }
}
