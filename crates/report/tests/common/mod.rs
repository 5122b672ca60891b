//! Findings as `vtrace check` would make them, for small programs that are written here.

#![allow(dead_code, reason = "no test uses all of it")]

use vtrace_report::*;

pub const BASE: &str = "/home/ada/shop";

/// A directory with programs.
pub fn sources() -> Sources {
    let mut sources = Sources::new(BASE);
    sources.insert(&format!("{BASE}/go.mod"), "module example.com/shop\n");
    for (file, text) in [("bank.go", BANK), ("pool/pool.go", POOL), ("pool/pool_test.go", POOL_TEST)] {
        sources.insert(&format!("{BASE}/{file}"), text);
    }
    sources
}

pub const BANK: &str = "\
package main

import \"sync\"

type account struct {
	mu      sync.Mutex
	balance int
}

func transfer(from, to *account, amount int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock() // the other order, if somebody transfers back
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

func main() {
	var ada, grace account
	done := make(chan bool)
	go func() {
		transfer(&grace, &ada, 5)
		done <- true
	}()
	transfer(&ada, &grace, 10)
	<-done
}
";

pub const POOL: &str = "\
package pool

type job struct{ id, size int }

type Pool struct {
	jobs    chan job
	results chan int
}

func (p *Pool) work() {
	for j := range p.jobs {
		p.results <- j.size * 2
	}
}

func (p *Pool) Start(workers int) {
	for range workers {
		go p.work()
	}
}
";

pub const POOL_TEST: &str = "\
package pool

import \"testing\"

func TestFirst(t *testing.T) {
	p := &Pool{jobs: make(chan job), results: make(chan int)}
	p.Start(2)
	p.jobs <- job{1, 10}
	p.jobs <- job{2, 20}
	if got := <-p.results; got != 20 {
		t.Errorf(\"got %d\", got)
	}
}
";

/// The place at which `marker` stands in a line of `file`: `from.mu.Lock|(` is at the parenthesis.
pub fn at(file: &str, function: &str, marker: &str) -> Location {
    let text = [("bank.go", BANK), ("pool/pool.go", POOL), ("pool/pool_test.go", POOL_TEST)]
        .into_iter()
        .find(|(name, _)| *name == file)
        .expect("a file of ours")
        .1;
    let (before, after) = marker.split_once('|').expect("a bar marks the column");
    let place = text.find(&format!("{before}{after}")).expect("the marker is in the file") + before.len();
    let line = text[..place].matches('\n').count() + 1;
    let column = place - text[..place].rfind('\n').map_or(0, |end| end + 1) + 1;
    Location {
        file: format!("{BASE}/{file}"),
        line: line as u32,
        column: column as u32,
        function: function.into(),
    }
}

pub fn label(location: Location, text: &str) -> Label {
    Label { location, text: text.into() }
}

pub fn act(lane: usize, location: Location, what: &str) -> Act {
    Act { lane: Some(lane), location: Some(location), what: what.into() }
}

pub fn step(lane: usize, location: Location, what: &str) -> Step {
    Step { acts: vec![act(lane, location, what)] }
}

pub fn lane(name: &str, function: &str, outcome: Outcome) -> Lane {
    Lane { name: name.into(), function: function.into(), started: None, outcome }
}

pub fn blocked(location: Location, reason: &str) -> Outcome {
    Outcome::Blocked { location: Some(location), reason: reason.into() }
}

pub fn finding(kind: Kind, message: &str, labels: Vec<Label>, trace: Trace) -> Finding {
    Finding {
        id: String::new(),
        kind,
        standing: Standing::Certain,
        message: message.into(),
        labels,
        inputs: vec![],
        needs: None,
        trace,
        help: vec![],
        replay: None,
        entries: vec![],
    }
}

/// Two transfers in opposite directions.
pub fn lock_order() -> Finding {
    let main = |marker| at("bank.go", "main.transfer", marker);
    let start = at("bank.go", "main.main", "|go func()");
    let trace = Trace {
        lanes: vec![
            lane("main", "main.main", blocked(main("to.mu.Lock|("), "sync.Mutex.Lock")),
            Lane {
                started: Some(start.clone()),
                ..lane("1", "main.main.func1", blocked(main("to.mu.Lock|("), "sync.Mutex.Lock"))
            },
        ],
        steps: vec![
            step(0, start, "starts 1"),
            step(0, main("from.mu.Lock|("), "locks ada.mu"),
            step(1, main("from.mu.Lock|("), "locks grace.mu"),
            step(1, main("to.mu.Lock|("), "waits for ada.mu"),
            step(0, main("to.mu.Lock|("), "waits for grace.mu"),
        ],
        omitted: None,
        entry: String::new(),
        schedule: vec!["main".into(), "1".into()],
        circle: Vec::new(),
        found: Vec::new(),
    };
    let labels = vec![
        label(main("to.mu.Lock|("), "main waits here for grace.mu; goroutine 1 waits here for ada.mu"),
        label(main("from.mu.Lock|("), "goroutine 1 holds grace.mu since here, and main ada.mu"),
    ];
    Finding {
        standing: Standing::Confirmed,
        help: vec!["lock the two accounts in the same order everywhere, say by address".into()],
        ..finding(Kind::LockOrder, "main and goroutine 1 wait for each other's locks", labels, trace)
    }
}

/// A worker that nobody takes the result from.
pub fn leak() -> Finding {
    let test = |marker| at("pool/pool_test.go", "example.com/shop/pool.TestFirst", marker);
    let work = |marker| at("pool/pool.go", "example.com/shop/pool.(*Pool).work", marker);
    let start = at("pool/pool.go", "example.com/shop/pool.(*Pool).Start", "|go p.work()");
    let meet = |from: Act, to: Act| Step { acts: vec![from, to] };
    let trace = Trace {
        lanes: vec![
            lane("main", "example.com/shop/pool.TestFirst", Outcome::Returned),
            lane("1", "example.com/shop/pool.(*Pool).work", blocked(work("p.results |<- j"), "chan send")),
            lane("2", "example.com/shop/pool.(*Pool).work", blocked(work("|range p.jobs"), "chan receive")),
        ],
        steps: vec![
            step(0, start.clone(), "starts 1"),
            step(0, start, "starts 2"),
            meet(
                act(0, test("p.jobs |<- job{1"), "sends {1 10}"),
                act(2, work("|range p.jobs"), "receives {1 10}"),
            ),
            meet(
                act(0, test("p.jobs |<- job{2"), "sends {2 20}"),
                act(1, work("|range p.jobs"), "receives {2 20}"),
            ),
            meet(
                act(2, work("p.results |<- j"), "sends 20"),
                act(0, test("got := |<-p.results"), "receives 20"),
            ),
            Step { acts: vec![Act { lane: Some(0), location: None, what: "returns".into() }] },
            step(1, work("p.results |<- j"), "blocks"),
        ],
        omitted: None,
        entry: String::new(),
        schedule: vec![],
        circle: Vec::new(),
        found: Vec::new(),
    };
    let labels = vec![
        label(work("p.results |<- j"), "goroutine 1 sends here, and nobody will receive"),
        label(test("got := |<-p.results"), "the only receive, of the other worker's result"),
    ];
    Finding {
        help: vec![
            "receive every result, or give `results` room for all of them".into(),
            "close `jobs` when no more will come, so that workers end".into(),
        ],
        ..finding(
            Kind::Leak,
            "goroutine 1 is blocked for ever in a send when the test has returned",
            labels,
            trace,
        )
    }
}

pub fn entry(package: &str, name: &str, verdict: Verdict) -> EntryResult {
    EntryResult {
        name: name.into(),
        package: package.into(),
        verdict,
        assumed: vec![],
        parameters: None,
        findings: vec![],
        statistics: Statistics { states: 1234, milliseconds: 85, ..Statistics::default() },
    }
}

/// A check of the programs above.
pub fn report() -> Report {
    let mut maybe = leak();
    maybe.standing = Standing::Possible;
    maybe.kind = Kind::Deadlock;
    maybe.message = "all goroutines are blocked if the log server does not answer".into();
    maybe.inputs = vec![Input { name: "len(os.Args)".into(), value: "2".into() }];
    let bounded = Verdict::Bounded { by: vec!["60 s are over".into(), "at most 2 preemptions".into()] };
    let mut server = entry("example.com/shop/server", "main", bounded);
    server.assumed = vec!["net.Dial".into(), "os/exec.Command".into()];
    server.statistics = Statistics { states: 48_210_733, milliseconds: 60_013, ..Statistics::default() };
    let mut cached = entry("example.com/shop/pool", "TestSecond", Verdict::Proved);
    cached.statistics.cached = true;
    let why = "cgo is used, and C cannot be executed".to_string();
    let entries = vec![
        (entry("example.com/shop", "main", Verdict::Proved), vec![lock_order()]),
        (entry("example.com/shop/pool", "TestFirst", Verdict::Proved), vec![leak()]),
        (cached, vec![leak()]),
        (entry("example.com/shop/pool", "ExamplePool", Verdict::Proved), vec![]),
        (server, vec![maybe]),
        (
            EntryResult {
                statistics: Statistics::default(),
                ..entry("example.com/shop/thumbs", "main", Verdict::NotAnalysed { why })
            },
            vec![],
        ),
    ];
    Report::merge(entries, &sources())
}
