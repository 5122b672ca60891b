//! `vtrace check`, as its users have it: the real binary, in a real directory, with the real Go. What it finds in which
//! program is the subject of `tests/ui`; here it is how it is asked and how it answers.
//!
//! Expected texts are written by the tests themselves with `SNAPSHOTS=overwrite cargo test --test check`.

mod aside;
mod cache;
mod failures;
mod formats;
mod functions;
#[path = "../run/project.rs"]
mod project;
mod replay;
mod search;

/// A main function that sends to nobody.
const DEADLOCK: &str = "package main

func main() {
	mail := make(chan int)
	mail <- 1
}
";

/// A program without a bug.
const CLEAN: &str = "package main

func main() {
	mail := make(chan int)
	go func() { mail <- 1 }()
	<-mail
}
";

const GO_MOD: &str = "module example.com/p\n\ngo 1.26\n";
