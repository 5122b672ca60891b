//! What a program prints, and how it ends.

use snapbox::{assert_data_eq, str};

use crate::project::Project;

#[test]
fn a_program_prints_what_it_prints() {
    let project = Project::main(
        r#"
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Println("hello", os.Args[1:])
	println("to stderr")
}
"#,
    );
    let outcome = project.vtrace("run main.go -- -n 3");
    assert_data_eq!(outcome.stdout, "hello [-n 3]\n");
    assert_data_eq!(outcome.stderr, "to stderr\n");
    assert_eq!(outcome.code, 0);
}

#[test]
fn vtrace_exits_as_the_program_exits() {
    let project = Project::main("package main\n\nimport \"os\"\n\nfunc main() { os.Exit(7) }\n");
    let outcome = project.vtrace("run main.go");
    assert_eq!((outcome.code, outcome.stdout, outcome.stderr), (7, String::new(), String::new()));
}

#[test]
fn a_panic_is_reported_as_go_does() {
    let project = Project::main(
        r#"package main

type list struct{ items []int }

func (l *list) at(i int) int {
	return l.items[i]
}

func main() {
	l := &list{items: []int{1, 2}}
	done := make(chan bool)
	go func() {
		println(l.at(5))
		close(done)
	}()
	<-done
}
"#,
    );
    let outcome = project.vtrace("run main.go");
    assert_eq!(outcome.code, 2);
    assert_data_eq!(
        outcome.stderr,
        str![[r#"
panic: runtime error: index out of range [5] with length 2

goroutine 2 [running]:
main.(*list).at(...)
	main.go:6
		return l.items[i]
main.main.func1(...)
	main.go:13
		println(l.at(5))
created by main.main in goroutine 1
	main.go:12
		go func() {

"#]]
    );
}

const DEADLOCK: &str = r#"package main

import "sync"

func lock(first, second *sync.Mutex, ready, done chan bool) {
	first.Lock()
	ready <- true
	second.Lock()
	done <- true
}

func main() {
	var a, b sync.Mutex
	ready, done := make(chan bool), make(chan bool)
	go lock(&a, &b, ready, done)
	go lock(&b, &a, ready, done)
	<-ready
	<-ready
	<-done
}
"#;

#[test]
fn a_deadlock_is_reported_with_all_goroutines() {
    let outcome = Project::main(DEADLOCK).vtrace("run main.go");
    assert_eq!(outcome.code, 2);
    assert_data_eq!(
        outcome.stderr,
        str![[r#"
fatal error: all goroutines are asleep - deadlock!

goroutine 1 [chan receive]:
main.main(...)
	main.go:19
		<-done

goroutine 2 [sync.Mutex.Lock]:
sync.(*Mutex).Lock(...)
	sync/mutex.go:45
		func (m *Mutex) Lock() {
main.lock(...)
	main.go:8
		second.Lock()
created by main.main in goroutine 1
	main.go:15
		go lock(&a, &b, ready, done)

goroutine 3 [sync.Mutex.Lock]:
sync.(*Mutex).Lock(...)
	sync/mutex.go:45
		func (m *Mutex) Lock() {
main.lock(...)
	main.go:8
		second.Lock()
created by main.main in goroutine 1
	main.go:16
		go lock(&b, &a, ready, done)

"#]]
    );
}

#[test]
fn a_test_can_be_the_entry() {
    let project = Project::new(&[
        ("go.mod", "module example.com/sum\n\ngo 1.24\n"),
        ("sum.go", "package sum\n\nfunc Sum(a, b int) int { return a - b }\n"),
        (
            "sum_test.go",
            "package sum\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif got := Sum(1, 2); got != 3 {\n\t\t\
             t.Errorf(\"got %d\", got)\n\t}\n}\n\nfunc TestZero(t *testing.T) {\n\tif Sum(0, 0) != 0 {\n\t\t\
             t.Fail()\n\t}\n}\n",
        ),
    ]);
    let failed = project.vtrace("run --entry TestSum .");
    assert_eq!(failed.code, 1, "{failed:?}");
    assert_data_eq!(
        failed.stdout,
        str![[r#"
=== RUN   TestSum
    sum_test.go:7: got -1
--- FAIL: TestSum (0.00s)
FAIL

"#]]
    );
    assert_eq!(project.vtrace("run --entry sum.TestZero .").code, 0);
}

#[test]
fn time_is_virtual_unless_the_user_wants_otherwise() {
    let project = Project::main(
        r#"package main

import "time"

func main() {
	go func() {
		time.Sleep(time.Hour)
		println("late")
	}()
	time.Sleep(time.Minute)
	println("early")
}
"#,
    );
    for seed in 0..5 {
        assert_data_eq!(project.vtrace(&format!("run --seed {seed} main.go")).stderr, "early\n");
    }
    let any: Vec<String> =
        (0..10).map(|seed| project.vtrace(&format!("run --time any --seed {seed} main.go")).stderr).collect();
    assert!(any.iter().any(|text| text == "late\nearly\n"), "{any:?}");
}

#[test]
fn what_was_assumed_of_external_functions_is_told() {
    let project = Project::main(
        r#"package main

import "net"

func main() {
	_, err := net.Dial("tcp", "localhost:80")
	_ = err
	println("done")
}
"#,
    );
    let outcome = project.vtrace("run main.go");
    assert_eq!(outcome.code, 0);
    assert_data_eq!(
        outcome.stderr,
        str![[r#"
done
vtrace: assumed that these functions return unknown values and do nothing else (--strict stops at them instead):
  net.Dial, called by main.main at main.go:6

"#]]
    );
    let strict = project.vtrace("run --strict main.go");
    assert_eq!(strict.code, 2);
    assert_data_eq!(
        strict.stderr,
        str![[r#"
vtrace: the machine cannot go on: net.Dial has no Go code that the machine could run (called by main.main at main.go:6)

"#]]
    );
}

#[test]
fn a_run_without_an_end_stops_at_the_limit() {
    let project = Project::main(
        r#"package main

func main() {
	ball := make(chan int)
	go func() {
		for n := range ball {
			ball <- n + 1
		}
	}()
	for n := 0; ; n = <-ball {
		ball <- n
	}
}
"#,
    );
    let outcome = project.vtrace("run --limit 100 main.go");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.starts_with("vtrace: stopped after 100 steps"), "{}", outcome.stderr);
}

#[cfg(unix)]
#[test]
fn a_reader_who_goes_away_ends_the_run() {
    use std::io::Read;
    use std::process::Stdio;

    let project = Project::main(
        "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfor {\n\t\tfmt.Println(\"y\")\n\t}\n}\n",
    );
    let mut child = project.command("run main.go").stdout(Stdio::piped()).spawn().expect("vtrace runs");
    let mut two = [0; 2];
    child.stdout.take().expect("a pipe").read_exact(&mut two).expect("some output");
    assert_eq!(&two, b"y\n");
    assert_eq!(child.wait().expect("an end").code(), Some(141));
}
