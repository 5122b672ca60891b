//! `--trace` and `--format json`.

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
	case jobs <- job{}:
	default:
	}
}
"#;

#[test]
fn a_trace_shows_every_visible_operation() {
    let outcome = Project::main(PROGRAM).vtrace("run --trace main.go");
    assert_data_eq!(outcome.stdout, "wash\n");
    assert_data_eq!(outcome.stderr, str![[r#""#]]);
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
    assert_data_eq!(outcome.stdout, str![[r#""#]]);
}
