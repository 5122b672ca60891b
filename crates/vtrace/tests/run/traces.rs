//! `--trace` and `--format json`.

use serde_json::{Value, json};
use snapbox::{assert_data_eq, str};

use crate::project::{Project, outcome};

/// Most of what traces show.
const PROGRAM: &str = r#"package main

import (
	"fmt"
	"sync"
)

type job struct {
	id   int
	name string
}

func worker(jobs <-chan job, results chan<- string) {
	for j := range jobs {
		results <- j.name
	}
	close(results)
}

func main() {
	var mu sync.Mutex
	count := 0
	jobs, results := make(chan job, 2), make(chan string)
	go worker(jobs, results)
	jobs <- job{1, "wash"}
	close(jobs)
	for {
		name, ok := <-results
		mu.Lock()
		count++
		mu.Unlock()
		if !ok {
			break
		}
		fmt.Println(name)
	}
	select {
	case name := <-make(chan string):
		panic(name)
	default:
		panic("nobody left")
	}
}
"#;

#[test]
fn a_trace_shows_every_visible_operation() {
    let outcome = Project::main(PROGRAM).vtrace("run --trace main.go");
    assert_data_eq!(outcome.stdout, "wash\n");
    assert_data_eq!(
        outcome.stderr,
        str![[r#"
     0  main          main.go:24  go worker(jobs, results)  starts g2 worker
     1  main          main.go:25  jobs <- job{1, "wash"}    sends {id:1 name:"wash"}, buffer 1/2
     2  g2 worker     main.go:14  for j := range jobs {     receives {id:1 name:"wash"}, buffer 0/2
     3  main          main.go:26  close(jobs)               closes the channel
     4  g2 worker     main.go:15  results <- j.name         sends "wash" to main
        main          main.go:28  name, ok := <-results     receives "wash" from g2 worker
        main          main.go:29  mu.Lock()                 Mutex.Lock()
        main          main.go:31  mu.Unlock()               Mutex.Unlock()
     6  g2 worker     main.go:14  for j := range jobs {     receives {id:0 name:""}, the channel is closed
     8  g2 worker     main.go:17  close(results)            closes the channel
        g2 worker                                           ends
     9  main          main.go:28  name, ok := <-results     receives "", the channel is closed
        main          main.go:29  mu.Lock()                 Mutex.Lock()
        main          main.go:31  mu.Unlock()               Mutex.Unlock()
        main          main.go:37  select {                  takes the default
        main          main.go:41  panic("nobody left")      panics: "nobody left"
panic: nobody left

goroutine 1 [running]:
main.main(...)
	main.go:41
		panic("nobody left")

"#]]
    );
}

#[test]
fn colours_are_for_terminals() {
    let project = Project::main(PROGRAM);
    let plain = project.vtrace("run --trace main.go").stderr;
    assert!(!plain.contains('\u{1b}'));
    let forced = outcome(project.command("run --trace main.go").env("CLICOLOR_FORCE", "1")).stderr;
    assert!(forced.contains("\u{1b}[36mmain"), "{forced}");
    let declined = outcome(project.command("run --trace main.go").env("NO_COLOR", "1")).stderr;
    assert_eq!(declined, plain);
}

#[test]
fn the_same_seed_gives_the_same_trace() {
    let project = Project::main(PROGRAM);
    let first = project.vtrace("run --trace=all --seed 5 main.go");
    let second = project.vtrace("run --trace=all --seed 5 --no-cache main.go");
    assert_eq!((first.stdout, first.stderr), (second.stdout, second.stderr));
}

#[test]
fn json_has_a_line_for_each_thing_and_the_outcome_last() {
    let project = Project::main(
        r#"package main

import "fmt"

func main() {
	ch := make(chan int)
	go func() { ch <- 42 }()
	fmt.Println("got", <-ch)
	<-ch
}
"#,
    );
    let outcome = project.vtrace("run --trace --format json main.go");
    assert_eq!(outcome.code, 2);
    assert_data_eq!(outcome.stderr, "");
    let lines: Vec<Value> = outcome.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let place = |line: u32, column: u32, source: &str| (line, column, source.to_string());
    let summary: Vec<_> = lines
        .iter()
        .map(|line| {
            let text = |key: &str| line[key].as_str().unwrap_or_default().to_string();
            let number = |key: &str| line[key].as_u64().unwrap_or_default() as u32;
            let kind = if line["kind"] == "event" { text("what") } else { text("kind") };
            (kind, number("step"), text("name"), place(number("line"), number("column"), &text("source")))
        })
        .collect();
    let go = "go func() { ch <- 42 }()";
    let print = "fmt.Println(\"got\", <-ch)";
    let row = |kind: &str, step: u32, name: &str, place: (u32, u32, String)| {
        (kind.to_string(), step, name.to_string(), place)
    };
    assert_eq!(
        summary,
        [
            row("go", 0, "main", place(7, 2, go)),
            row("send", 1, "main.func1", place(7, 17, go)),
            row("receive", 1, "main", place(8, 21, print)),
            row("exit", 1, "main.func1", place(0, 0, "")),
            row("output", 0, "", place(0, 0, "")),
            row("outcome", 0, "", place(0, 0, "")),
        ]
    );
    let [_, send, receive, _, output, outcome] = &lines[..] else { unreachable!("they were compared") };
    assert_eq!((&send["value"], &send["to"]), (&json!("42"), &json!(1)));
    assert_eq!(
        (&receive["from"], &receive["closed"], &receive["path"]),
        (&json!(2), &json!(false), &json!([0]))
    );
    assert_eq!((&output["stream"], &output["text"]), (&json!("stdout"), &json!("got 42\n")));
    assert_eq!((&outcome["ending"], &outcome["code"]), (&json!("deadlock"), &json!(2)));
    assert_eq!(outcome["goroutines"][0]["status"], "chan receive");
    assert_eq!(outcome["goroutines"][0]["stack"][0]["function"], "main.main");
    assert!(outcome["report"].as_str().unwrap().starts_with("fatal error: all goroutines are asleep"));
}
