//! Which inputs shape a function's concurrency, for which values of them it fails, and when that is: examples and figures of the
//! thesis on Gomela.

use std::path::Path;

use serde_json::Value;

use crate::GO_MOD;
use crate::project::Project;

/// What is said about the parameters of a function.
#[derive(Debug)]
struct Table {
    /// Their names; those that are optional end with a question mark.
    parameters: Vec<String>,
    /// The valuations, each with what came out: `1 0: deadlock`.
    rows: Vec<String>,
    /// When it fails, and when with which kind.
    conditions: Vec<String>,
    /// What a caller would have to do, of each finding that needs one.
    needs: Vec<String>,
}

impl Table {
    /// The valuations that fail.
    fn failing(&self) -> Vec<&str> {
        self.rows.iter().map(String::as_str).filter(|row| !row.ends_with(": proved")).collect()
    }
}

fn texts(list: &Value, text: impl Fn(&Value) -> String) -> Vec<String> {
    list.as_array().into_iter().flatten().map(text).collect()
}

fn word(value: &Value) -> String {
    match value {
        Value::Null => "any".to_string(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Checks the only function of a program of `tests/ui/unknown`.
fn table(program: &str, arguments: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui/unknown").join(program);
    let text = std::fs::read_to_string(&path).expect("the program is there");
    let project = Project::new(&[(program, &text)]);
    let arguments = format!("check --functions --possible --format json {arguments} {program}");
    let outcome = project.vtrace(&arguments);
    let report: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let entry = &report["entries"][0]["parameters"];
    let role = |parameter: &Value| if parameter["role"] == "optional" { "?" } else { "" };
    let row = |row: &Value| {
        let outcome = match row["outcome"].as_str() {
            Some("fails") => texts(&row["kinds"], word).join(", "),
            _ => word(&row["outcome"]),
        };
        format!("{}: {outcome}", texts(&row["values"], word).join(" "))
    };
    let condition = |condition: &Value| match condition["kind"].as_str() {
        Some(kind) => format!("{kind} if {}", word(&condition["text"])),
        None => word(&condition["text"]),
    };
    Table {
        parameters: texts(&entry["parameters"], |p| format!("{}{}", word(&p["name"]), role(p))),
        rows: texts(&entry["valuations"], row),
        conditions: texts(&entry["conditions"], condition),
        needs: texts(&report["findings"], |finding| word(&finding["needs"]))
            .into_iter()
            .filter(|needs| needs != "any")
            .collect(),
    }
}

/// Example 2 and 8, figure 22.
#[test]
fn preload_fails_if_there_are_more_failing_trees_than_room_for_their_errors() {
    let table = table("preload.go", "");
    assert_eq!(table.parameters, ["n", "runtime.NumCPU()", "len(trees)"]);
    assert_eq!(table.rows.len(), 18);
    assert_eq!(table.failing(), ["0 1 3: leak", "0 3 3: leak", "1 1 3: leak", "1 3 3: leak"]);
    assert_eq!(table.conditions, ["n < len(trees) - 1"]);
    assert!(self::table("preload_fixed.go", "").failing().is_empty());
}

/// Example 3, figure 23.
#[test]
fn find_all_fails_if_there_are_more_workers_than_slots() {
    let table = table("find_all.go", "");
    assert_eq!(table.parameters, ["K", "M"]);
    assert_eq!(table.rows.len(), 9);
    assert_eq!(table.failing(), ["1 0: deadlock", "3 0: deadlock", "3 1: deadlock"]);
    assert_eq!(table.conditions, ["K > M"]);
}

/// Examples 7 and 10, figure 27.
#[test]
fn workers_and_responses_must_be_as_many() {
    let table = table("responses.go", "");
    assert_eq!(table.parameters, ["numWorkers", "numResponses?"]);
    assert_eq!(
        table.failing(),
        [
            "0 1: deadlock",
            "0 3: deadlock",
            "1 0: send-on-closed",
            "1 3: deadlock",
            "3 0: send-on-closed",
            "3 1: send-on-closed"
        ]
    );
    assert_eq!(
        table.conditions,
        [
            "numWorkers != numResponses",
            "deadlock if numWorkers < numResponses",
            "send-on-closed if numWorkers > numResponses"
        ]
    );
}

/// Example 9, figure 34: two loops of one bound agree.
#[test]
fn what_is_sent_as_often_as_it_is_received_is_proved_for_each_value() {
    let table = table("exchange_fixed.go", "--values 0,1,2,3");
    assert_eq!(table.parameters, ["x?"]);
    assert_eq!(table.rows, ["0: proved", "1: proved", "2: proved", "3: proved"]);
    assert!(table.conditions.is_empty());
}

/// Figure 56. Nobody calls it with shards of another number; here there is no such caller to be seen.
#[test]
fn shards_must_be_as_many_as_were_configured() {
    let table = table("shards.go", "");
    assert_eq!(table.parameters, ["shardCount", "len(items)?", "len(m)"]);
    let equal = |row: &&String| {
        let values: Vec<&str> = row.split([' ', ':']).collect();
        values[0] == values[2]
    };
    assert!(table.rows.iter().filter(equal).all(|row| row.ends_with("proved")), "{table:#?}");
    assert!(table.rows.iter().filter(|row| !equal(row)).all(|row| !row.ends_with("proved")), "{table:#?}");
    assert_eq!(table.conditions[0], "shardCount != len(m)");
    assert!(table.needs.is_empty());
}

/// Figure 56 with the caller that sees to it.
#[test]
fn what_a_caller_sees_to_is_marked() {
    let table = table("caller_keeps_them_equal.go", "");
    assert_eq!(table.needs, ["makes count < len(shards) true", "makes count > len(shards) true"]);
}

#[test]
fn the_user_can_say_which_values_to_try() {
    let chosen = table("find_all.go", "--values 2,4");
    assert_eq!(chosen.rows, ["2 2: proved", "2 4: proved", "4 2: deadlock", "4 4: proved"]);
    let fixed = table("find_all.go", "--set M=2 --values 1,2,3");
    assert_eq!(fixed.rows, ["1 2: proved", "2 2: proved", "3 2: deadlock"]);
    let length = table("preload.go", "--set len(trees)=2 --set runtime.NumCPU()=1");
    assert_eq!(length.rows, ["0 1 2: leak", "1 1 2: proved", "3 1 2: proved"]);
}

/// A function that leaves a goroutine behind, of which nobody knows.
const LEAKS: &str = "package NAME

func Start() {
	c := make(chan int)
	go func() { c <- 1 }()
}
";

#[test]
fn packages_without_tests_have_their_functions_checked_beside_the_tests_of_others() {
    let used =
        LEAKS.replace("NAME", "used") + "\nfunc Other() {\n\td := make(chan int)\n\tgo func() { <-d }()\n}\n";
    let project = Project::new(&[
        ("go.mod", GO_MOD),
        ("tested/tested.go", &LEAKS.replace("NAME", "tested")),
        (
            "tested/tested_test.go",
            "package tested\n\nimport (\n\t\"testing\"\n\n\t\"example.com/p/used\"\n)\n\nfunc TestUsed(t *testing.T) { used.Other() }\n",
        ),
        ("used/used.go", &used),
        ("plain/plain.go", "package plain\n\nfunc Add(a, b int) int { return a + b }\n"),
        ("broken/broken.go", "package broken\n\nfunc F() int { return \"one\" }\n"),
    ]);
    let outcome = project.vtrace("check --format json ./...");
    let report: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let entries =
        texts(&report["entries"], |entry| format!("{}.{}", word(&entry["package"]), word(&entry["name"])));
    // The package with tests is left to its tests; what a test reaches elsewhere, too.
    assert_eq!(
        entries,
        ["example.com/p/tested.TestUsed", "example.com/p/broken.", "example.com/p/used.Start"],
        "{}",
        outcome.stderr
    );
    let findings = texts(&report["findings"], |finding| word(&finding["kind"]));
    assert_eq!(findings, ["leak", "leak"]);
}

#[test]
fn what_initialisers_ask_for_is_not_tried_with_every_value() {
    let ask = |i| format!("\tif _, err := os.Stat(\"file{i}\"); err != nil {{\n\t\tmissing++\n\t}}\n");
    let asks: String = (0..12).map(ask).collect();
    let text = format!(
        "package p\n\nimport \"os\"\n\nvar missing int\n\nfunc init() {{\n{asks}}}\n\nfunc Start() {{\n\tc := make(chan int)\n\tgo func() {{ c <- missing }}()\n\t<-c\n}}\n"
    );
    let project = Project::new(&[("go.mod", GO_MOD), ("p.go", &text)]);
    let outcome = project.vtrace("check --functions");
    let states = outcome.stdout.split(" states").next().and_then(|before| before.rsplit('(').next());
    let states: u64 = states.and_then(|states| states.parse().ok()).unwrap_or(u64::MAX);
    assert!(states < 50, "{}", outcome.stdout);
    assert!(outcome.stdout.contains("bounded: the values tried for unknown inputs"), "{}", outcome.stdout);
}

#[test]
fn what_an_interface_holds_can_be_compared_and_looked_up() {
    let text = "package p

type item interface{ id() int }

type own struct{ n int }

func (o *own) id() int { return o.n }

type pair struct{ a, b int }

func (p pair) id() int { return p.a }

func Put(it item, all map[item]bool, other item) int {
	done := make(chan int)
	go func() {
		count := 0
		if it != nil {
			count += it.id()
		}
		if all[it] || it == other {
			count++
		}
		done <- count
	}()
	return <-done
}
";
    let project = Project::new(&[("go.mod", GO_MOD), ("p.go", text)]);
    let outcome = project.vtrace("check --functions");
    assert!(outcome.stdout.contains("bounded: the values tried for unknown inputs ("), "{}", outcome.stdout);
}

#[test]
fn time_is_shared_by_all_packages_and_what_is_not_reached_is_told() {
    let names: Vec<String> = (0..6).map(|i| format!("p{i}")).collect();
    let files: Vec<(String, String)> =
        names.iter().map(|name| (format!("{name}/{name}.go"), LEAKS.replace("NAME", name))).collect();
    let mut list = vec![("go.mod", GO_MOD)];
    list.extend(files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let project = Project::new(&list);
    let all = project.vtrace("check --functions --no-cache ./...");
    assert_eq!(all.stdout.matches("FOUND").count(), 6, "{}\n{}", all.stdout, all.stderr);
    let none = project.vtrace("check --functions --no-cache --budget 0s ./...");
    assert_eq!(none.stdout.matches("no time was left").count(), 6, "{}\n{}", none.stdout, none.stderr);
}

#[test]
fn a_number_may_be_computed_from_the_one_before_very_often() {
    let text = "package p

func Mix(seed uint64) int {
	h := seed
	for i := range 100000 {
		h = h*31 ^ h>>7 + uint64(i)
	}
	done := make(chan int)
	go func() {
		if h > 7 {
			done <- 1
			return
		}
		done <- 0
	}()
	return <-done
}
";
    let project = Project::new(&[("go.mod", GO_MOD), ("p.go", text)]);
    let outcome = project.vtrace("check --functions");
    assert!(outcome.stdout.contains("   ok  Mix"), "{} {}", outcome.stdout, outcome.stderr);
}

/// What the machine leaves out of an initialiser, it cannot know: in real Go, n is not 0, and somebody waits for ever.
#[test]
fn nothing_is_proved_where_a_package_is_not_initialised() {
    let text = "package p

import \"unsafe\"

var pair = [2]uint64{1, 2}
var at = uintptr(unsafe.Pointer(&pair)) ^ 0
var n = *(*float64)(unsafe.Pointer(at))

func Wait() int {
	done := make(chan int)
	go func() { done <- 1 }()
	if n != 0 {
		return 0
	}
	return <-done
}
";
    let project = Project::new(&[("go.mod", GO_MOD), ("p.go", text)]);
    let outcome = project.vtrace("check --functions");
    assert!(!outcome.stdout.contains("proved"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("bounded: the rest of an initialiser: a pointer"), "{}", outcome.stdout);
}
