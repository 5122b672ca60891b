//! `--record` and `--schedule`.

use snapbox::{assert_data_eq, str};

use crate::project::Project;

const PROGRAM: &str = r#"package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var (
		mu    sync.Mutex
		group sync.WaitGroup
		order []int
	)
	tick := make(chan int)
	for i := range 3 {
		group.Add(1)
		go func() {
			defer group.Done()
			mu.Lock()
			order = append(order, i)
			mu.Unlock()
			select {
			case tick <- i:
			case <-time.After(time.Duration(i) * time.Second):
			}
		}()
	}
	fmt.Println("tick", <-tick)
	group.Wait()
	fmt.Println(order)
}
"#;

#[test]
fn a_recorded_schedule_gives_the_same_trace() {
    let project = Project::main(PROGRAM);
    for options in ["--seed 1", "--seed 2 --time any", "--seed 3"] {
        let recorded = project.vtrace(&format!("run {options} --trace=all --record s.txt main.go"));
        let replayed = project.vtrace("run --trace=all --schedule s.txt --record t.txt main.go");
        assert_eq!(recorded.stdout, replayed.stdout, "{options}");
        assert_eq!(recorded.stderr, replayed.stderr, "{options}");
        assert_eq!(project.read("s.txt"), project.read("t.txt"), "{options}");
    }
}

/// A small program with a small schedule.
const SMALL: &str = "package main

func main() {
	ch := make(chan int)
	go func(to chan<- int, n int) { to <- n }(ch, 1)
	go func(to chan<- int, n int) { to <- n }(ch, 2)
	println(<-ch)
}
";

#[test]
fn schedules_are_readable() {
    let project = Project::main(SMALL);
    project.vtrace("run --record s.txt main.go");
    let text = project.read("s.txt");
    let lines = text.lines().filter(|line| !line.starts_with("go go") && !line.starts_with("vtrace 0"));
    assert_data_eq!(
        lines.map(|line| format!("{line}\n")).collect::<String>(),
        str![[r#"
vtrace schedule 1
program main.go
entry command-line-arguments.main
time virtual
start     @[..]
meet 3 1  @[..]  # g3 main.func2 main.go:6 sends to goroutine 1; main main.go:7 receives from goroutine 3
step 1    @[..]  # main main.go:7 prints
end exit 0

"#]]
    );
}

#[test]
fn people_can_write_schedules() {
    let project = Project::main(SMALL);
    project.write("a.txt", "vtrace schedule 1\nmeet 2 1\nstep 1\n");
    project.write("b.txt", "vtrace schedule 1\nmeet 3 1\nstep 1\n");
    assert_data_eq!(project.vtrace("run --schedule a.txt main.go").stderr, "1\n");
    assert_data_eq!(project.vtrace("run --schedule b.txt main.go").stderr, "2\n");
}

#[test]
fn a_schedule_that_does_not_fit_says_what_was_possible() {
    let project = Project::main(SMALL);
    project.write("s.txt", "vtrace schedule 1\nmeet 4 1\n");
    let outcome = project.vtrace("run --schedule s.txt main.go");
    assert_eq!(outcome.code, 2);
    assert_data_eq!(
        outcome.stderr,
        str![[r#"
vtrace: the schedule does not fit: step 1 is `meet 4 1`, but possible are
  meet 2 1  g2 main.func1 main.go:5 sends to goroutine 1; main main.go:7 receives from goroutine 2
  meet 3 1  g3 main.func2 main.go:6 sends to goroutine 1; main main.go:7 receives from goroutine 3

"#]]
    );
}

#[test]
fn a_schedule_that_ends_too_early_says_where_the_program_is() {
    let project = Project::main(SMALL);
    project.write("s.txt", "vtrace schedule 1\n");
    let outcome = project.vtrace("run --schedule s.txt main.go");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.starts_with("vtrace: the schedule ends after step 0: the program goes on"));
    assert!(outcome.stderr.contains("goroutine 3 [chan send]:"), "{}", outcome.stderr);
}

#[test]
fn a_changed_program_is_noticed() {
    let project = Project::main(SMALL);
    project.vtrace("run --record s.txt main.go");
    project.write("main.go", &SMALL.replace("(ch, 2)", "(ch, 3)"));
    let outcome = project.vtrace("run --schedule s.txt main.go");
    assert_eq!(outcome.code, 0);
    assert!(
        outcome.stderr.contains("after step 0 the state was not the one that was recorded"),
        "{}",
        outcome.stderr
    );
}
