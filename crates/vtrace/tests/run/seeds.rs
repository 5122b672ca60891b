//! `--seed`: which schedule is taken.

use std::collections::BTreeSet;

use crate::project::Project;

/// Three goroutines send to one receiver, in any order.
const PROGRAM: &str = "package main

func main() {
	c := make(chan int)
	for i := range 3 {
		go func() { c <- i }()
	}
	println(<-c, <-c, <-c)
}
";

#[test]
fn seeds_lead_to_every_order() {
    let project = Project::main(PROGRAM);
    let run = |seed: u32| {
        let outcome = project.vtrace(&format!("run --seed {seed} main.go"));
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        outcome.stderr
    };
    let orders: BTreeSet<String> = (0..30).map(run).collect();
    assert_eq!(orders.len(), 6, "{orders:?}");
    assert_eq!(run(7), run(7));
}
