//! A report for code review: SARIF 2.1.0, which GitHub, GitLab and many editors read.
//!
//! Section numbers in the comments are those of the standard. The interleaving becomes a code flow with one thread flow for each
//! goroutine; the order among them is in `executionOrder`. Ids become fingerprints, so that a finding is recognised after the
//! code has moved.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{Finding, Kind, Location, Origin, Report, Sources, Standing, Trace, Verdict, explain, golang};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The document, with a line end.
pub fn write(report: &Report, sources: &Sources, possible: bool) -> String {
    let log = Log { schema: SCHEMA, version: "2.1.0", runs: [Run::new(report, sources, possible)] };
    // Only maps with keys that are no strings cannot be written, and there are none.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

/// § 3.14
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    invocations: [Invocation; 1],
    results: Vec<FindingResult>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

/// § 3.19
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

/// § 3.49
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Message,
    help: Help,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

/// § 3.20
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

/// § 3.58
#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

/// § 3.27
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FindingResult {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: Vec<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    code_flows: Vec<CodeFlow>,
    partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression>,
    properties: Properties,
}

/// § 3.8: what the standard has no place for.
#[derive(Serialize)]
struct Properties {
    standing: Standing,
    entries: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    inputs: BTreeMap<String, String>,
}

/// § 3.28
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

/// § 3.29
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

/// § 3.4
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

/// § 3.30
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<Message>,
}

/// § 3.33
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    fully_qualified_name: String,
    kind: &'static str,
}

/// § 3.36
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeFlow {
    thread_flows: Vec<ThreadFlow>,
}

/// § 3.37
#[derive(Serialize)]
struct ThreadFlow {
    id: String,
    message: Message,
    locations: Vec<ThreadFlowLocation>,
}

/// § 3.38
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ThreadFlowLocation {
    location: Place,
    execution_order: usize,
}

/// § 3.35
#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    justification: String,
}

impl Run {
    fn new(report: &Report, sources: &Sources, possible: bool) -> Run {
        let new = report.findings.iter().map(|finding| (finding, None));
        let ignored = report.ignored.iter().map(|ignored| {
            let kind = match ignored.by {
                Origin::Comment => "inSource",
                Origin::Config => "external",
            };
            (&ignored.finding, Some(Suppression { kind, justification: ignored.reason.clone() }))
        });
        let known = report.known.iter().map(|finding| {
            (finding, Some(Suppression { kind: "external", justification: "in the baseline".into() }))
        });
        let shown = new.chain(ignored).chain(known);
        let shown: Vec<(&Finding, Option<Suppression>)> =
            shown.filter(|(finding, _)| possible || finding.standing != Standing::Possible).collect();
        let is_used = |kind: &Kind| shown.iter().any(|(finding, _)| finding.kind == *kind);
        let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(is_used).collect();
        let rules = kinds.iter().map(|kind| Rule::new(*kind)).collect();
        let results = shown.into_iter().map(|(finding, suppression)| {
            let index = kinds.iter().position(|kind| *kind == finding.kind).unwrap_or_default();
            FindingResult::new(finding, suppression, index, sources)
        });
        Run {
            tool: Tool {
                driver: Driver { name: "vtrace", semantic_version: env!("CARGO_PKG_VERSION"), rules },
            },
            column_kind: "unicodeCodePoints",
            invocations: [Invocation {
                execution_successful: true,
                tool_execution_notifications: notifications(report),
            }],
            results: results.collect(),
        }
    }
}

/// What was not covered.
fn notifications(report: &Report) -> Vec<Notification> {
    let notification = |entry: &crate::EntryResult| {
        let (level, text) = match &entry.verdict {
            Verdict::Proved => return None,
            Verdict::Bounded { by } => ("note", format!("bounded: {}", by.join(", "))),
            Verdict::NotAnalysed { why } => ("warning", format!("not analysed: {why}")),
        };
        let text = format!("{}: {text}", entry.full_name());
        Some(Notification { level, message: Message { text } })
    };
    report.entries.iter().filter_map(notification).collect()
}

impl Rule {
    fn new(kind: Kind) -> Rule {
        let text = explain::text(kind).to_string();
        Rule {
            id: kind.name(),
            short_description: Message { text: explain::title(kind).to_string() },
            help: Help { text: text.clone(), markdown: text },
            default_configuration: Configuration { level: "error" },
        }
    }
}

impl FindingResult {
    fn new(
        finding: &Finding,
        suppression: Option<Suppression>,
        index: usize,
        sources: &Sources,
    ) -> FindingResult {
        let own = finding.place().map(|place| Place::new(place, None, sources));
        let related = finding.labels.iter().enumerate().map(|(at, label)| Place {
            id: Some(at),
            ..Place::new(&label.location, Some(&label.text), sources)
        });
        let flows = thread_flows(&finding.trace, sources);
        FindingResult {
            rule_id: finding.kind.name(),
            rule_index: index,
            level: match finding.standing {
                Standing::Possible => "warning",
                Standing::Confirmed | Standing::Certain => "error",
            },
            message: Message { text: message(finding) },
            locations: own.into_iter().collect(),
            related_locations: related.collect(),
            code_flows: if flows.is_empty() { vec![] } else { vec![CodeFlow { thread_flows: flows }] },
            partial_fingerprints: BTreeMap::from([("vtrace/v1", finding.id.clone())]),
            suppressions: suppression.into_iter().collect(),
            properties: Properties {
                standing: finding.standing,
                entries: finding.entries.clone(),
                inputs: finding
                    .inputs
                    .iter()
                    .map(|input| (input.name.clone(), input.value.clone()))
                    .collect(),
            },
        }
    }
}

/// What happens and what to try next. Of a viewer one can expect no more than that it shows this.
fn message(finding: &Finding) -> String {
    let help = finding.help.iter().map(|help| format!("\nhelp: {help}"));
    format!("{}.{}", finding.message, help.collect::<String>())
}

/// One for each goroutine that does something at a known place.
fn thread_flows(trace: &Trace, sources: &Sources) -> Vec<ThreadFlow> {
    let mut flows = Vec::new();
    for (at, lane) in trace.lanes.iter().enumerate() {
        let steps = trace.steps.iter().enumerate();
        let acts =
            steps.flat_map(|(number, step)| step.acts.iter().map(move |act| (trace.number(number), act)));
        let locations = acts.filter(|(_, act)| act.lane == Some(at)).filter_map(|(number, act)| {
            let location = Place::new(act.location.as_ref()?, Some(&act.what), sources);
            Some(ThreadFlowLocation { location, execution_order: number })
        });
        let locations: Vec<ThreadFlowLocation> = locations.collect();
        if !locations.is_empty() {
            let text = format!("{} runs {}", lane.name, lane.function);
            flows.push(ThreadFlow { id: lane.name.clone(), message: Message { text }, locations });
        }
    }
    flows
}

impl Place {
    fn new(location: &Location, text: Option<&str>, sources: &Sources) -> Place {
        let function = Some(&location.function).filter(|function| !function.is_empty());
        let logical = function
            .map(|function| LogicalLocation { fully_qualified_name: function.clone(), kind: "function" });
        Place {
            id: None,
            physical_location: PhysicalLocation {
                artifact_location: artifact(&location.file, sources),
                region: region(location, sources),
            },
            logical_locations: logical.into_iter().collect(),
            message: text.map(|text| Message { text: text.to_string() }),
        }
    }
}

fn artifact(file: &str, sources: &Sources) -> ArtifactLocation {
    match sources.below(file) {
        Some(path) => ArtifactLocation { uri: encode(&path), uri_base_id: Some("%SRCROOT%") },
        None if file.starts_with('/') => {
            ArtifactLocation { uri: format!("file://{}", encode(file)), uri_base_id: None }
        }
        None => ArtifactLocation { uri: encode(file), uri_base_id: None },
    }
}

/// The path as part of a URI (RFC 3986).
fn encode(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'@' => {
                uri.push(char::from(byte));
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

/// None for a place without a line. Columns count characters, from 1; the end is behind the last one.
fn region(location: &Location, sources: &Sources) -> Option<Region> {
    if location.line == 0 {
        return None;
    }
    let mut region =
        Region { start_line: location.line, start_column: None, end_column: None, snippet: None };
    if let Some(line) = sources.line(&location.file, location.line) {
        let extent = golang::extent(&line, location.column);
        let column = |byte: usize| line[..byte].chars().count() + 1;
        if !extent.is_empty() {
            region.start_column = Some(column(extent.start));
            region.end_column = Some(column(extent.end));
        }
        region.snippet = Some(Message { text: line });
    }
    Some(region)
}
