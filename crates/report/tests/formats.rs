//! What programs read: JSON, SARIF, JUnit.

mod common;

use common::*;
use serde_json::Value;
use snapbox::{assert_data_eq, file};
use vtrace_report::*;

/// A report with something in every list.
fn full() -> Report {
    let sources = sources();
    let mut baseline = Baseline::of(&report(), &sources);
    baseline.findings.retain(|known| known.kind == Kind::LockOrder);
    baseline.findings.push(Known { id: "race-000000".into(), ..baseline.findings[0].clone() });
    let mut report = report().against(&baseline);
    let finding = Finding { id: "leak-123456".into(), kind: Kind::Leak, ..lock_order() };
    report.ignored.push(Ignored { finding, reason: "by design".into(), by: Origin::Comment });
    report.remarks.push(Remark { file: format!("{BASE}/bank.go"), line: 3, text: "odd".into() });
    report
}

#[test]
fn json_is_what_it_was() {
    assert_data_eq!(json::write(&full(), &sources()), file!["snapshots/report.json"].raw());
}

#[test]
fn json_has_no_times_and_comes_back_whole() {
    let mut report = full();
    let written = json::write(&report, &sources());
    let read = json::read(&written, &sources()).expect("it is a report");
    for entry in &mut report.entries {
        entry.statistics = Statistics { milliseconds: 7, ..Statistics::default() };
    }
    assert_eq!(json::write(&report, &sources()), written);
    for entry in &mut report.entries {
        entry.statistics = Statistics::default();
    }
    assert_eq!(read, report);
}

#[test]
fn what_is_no_report_of_ours_is_refused() {
    let error = |text: &str| json::read(text, &sources()).expect_err("it is none").to_string();
    assert_eq!(error(r#"{"schema": 9}"#), "this report has schema 9; this vtrace reads schema 1");
    assert!(error("{}").starts_with("this is not a report of vtrace: missing field `schema`"));
    assert!(error("").starts_with("this is not a report of vtrace: EOF"));
    assert!(error(r#"{"schema": 1}"#).contains("missing field `entries`"));
}

fn sarif(report: &Report) -> Value {
    serde_json::from_str(&sarif::write(report, &sources(), false)).expect("it is JSON")
}

#[test]
fn sarif_is_what_it_was() {
    // The explanations are long, and tested where they are.
    let mut log = sarif(&full());
    for rule in log["runs"][0]["tool"]["driver"]["rules"].as_array_mut().expect("there are rules") {
        assert!(rule["help"]["markdown"].as_str().expect("there is help").len() > 200);
        rule["help"] = "…".into();
    }
    let text = serde_json::to_string_pretty(&log).expect("it can be written") + "\n";
    assert_data_eq!(text, file!["snapshots/report.sarif"].raw());
}

/// The rules of the standard that a schema would check, and some that it would not.
#[test]
fn sarif_keeps_the_rules_of_the_standard() {
    let log = sarif(&full());
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("there are rules");
    let results = run["results"].as_array().expect("there are results");
    assert_eq!(results.len(), 3);
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("there is an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().expect("there is a level")));
        assert!(!result["partialFingerprints"]["vtrace/v1"].as_str().expect("it has an id").is_empty());
        for place in places(result) {
            let uri = place["artifactLocation"]["uri"].as_str().expect("there is a path");
            assert!(!uri.starts_with('/') && !uri.contains(' '), "{uri}");
            let region = &place["region"];
            assert!(region["startLine"].as_u64() >= Some(1));
            assert!(region["startColumn"].as_u64() < region["endColumn"].as_u64());
        }
        for flow in result["codeFlows"].as_array().into_iter().flatten() {
            let threads = flow["threadFlows"].as_array().expect("there are threads");
            let mut orders = Vec::new();
            for thread in threads {
                let locations = thread["locations"].as_array().expect("there are locations");
                assert!(!locations.is_empty());
                orders.extend(locations.iter().map(|location| location["executionOrder"].as_u64()));
            }
            assert!(orders.contains(&Some(1)), "the first step is somebody's");
        }
    }
    let suppressed =
        |kind: &str| results.iter().filter(|result| result["suppressions"][0]["kind"] == kind).count();
    assert_eq!((suppressed("inSource"), suppressed("external")), (1, 1));
}

/// All physical locations below a value.
fn places(value: &Value) -> Vec<&Value> {
    match value {
        Value::Object(fields) => {
            let own = fields.get("physicalLocation");
            own.into_iter().chain(fields.values().flat_map(places)).collect()
        }
        Value::Array(values) => values.iter().flat_map(places).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn sarif_has_possible_findings_if_they_are_asked_for() {
    let log: Value = serde_json::from_str(&sarif::write(&report(), &sources(), true)).expect("it is JSON");
    let results = log["runs"][0]["results"].as_array().expect("there are results");
    let warnings: Vec<&Value> = results.iter().filter(|result| result["level"] == "warning").collect();
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0]["properties"]["inputs"]["len(os.Args)"], "2");
}

#[test]
fn junit_is_what_it_was() {
    assert_data_eq!(junit::write(&report(), &sources(), false), file!["snapshots/report.xml"].raw());
}

#[test]
fn xml_has_only_what_xml_can_have() {
    let mut bad = leak();
    bad.message = "<a href=\"x\">&\u{0}\u{1b}[31m\u{ffff}".into();
    let report = Report::merge(vec![(entry("p<>", "Test\"&", Verdict::Proved), vec![bad])], &sources());
    let xml = junit::write(&report, &sources(), false);
    let message = "message=\"&lt;a href=&quot;x&quot;&gt;&amp;\u{fffd}\u{fffd}[31m\u{fffd}\"";
    assert!(xml.contains(message), "{xml}");
    assert!(xml.contains("<testsuite name=\"p&lt;&gt;\""));
    assert!(!xml.contains(|c: char| c.is_control() && c != '\n' && c != '\t'));
}

/// Which run a search comes upon first depends on which of its workers is faster.
#[test]
fn how_a_finding_was_found_is_in_no_report() {
    let write = |found: Vec<String>| {
        let mut finding = lock_order();
        finding.trace.found = found;
        json::write(&Report { findings: vec![finding], ..Report::default() }, &sources())
    };
    assert_eq!(write(vec!["step 1".into()]), write(vec![]));
}
