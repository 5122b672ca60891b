//! Random small concurrent Go functions.
//!
//! A program is a tree of statements over a fixed cast of variables, so that it can be taken apart again: see
//! [`Program::smaller`].

use std::fmt::Write;

/// A function to check.
#[derive(Clone, Debug)]
pub struct Program {
    body: Vec<Node>,
}

/// A statement, perhaps with others inside.
#[derive(Clone, Debug)]
struct Node {
    head: String,
    body: Vec<Node>,
    tail: &'static str,
}

/// The variables that a program may use: the name and the declaration.
const CAST: [(&str, &str); 17] = [
    ("ctx", "ctx, cancel := context.WithCancel(context.Background())\n\tdefer cancel()"),
    ("a", "a := make(chan int)"),
    ("b", "b := make(chan int, 1)"),
    ("c", "c := make(chan int, 2)"),
    ("p", "p := make(chan *int, 1)"),
    ("mu", "var mu sync.Mutex"),
    ("nu", "var nu sync.Mutex"),
    ("rw", "var rw sync.RWMutex"),
    ("wg", "var wg sync.WaitGroup"),
    ("once", "var once sync.Once"),
    ("cond", "cond := sync.NewCond(&mu)"),
    ("n", "var n atomic.Int32"),
    ("m", "m := map[int]int{}"),
    ("x", "x := 0"),
    ("y", "y := 0"),
    ("q", "q := new(int)"),
    ("s", "s := make([]int, 1, 2)"),
];

/// What every package has, whatever its programs use.
const PRELUDE: &str = r#"package main

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

var (
	_ = context.Background
	_ = runtime.Gosched
	_ = time.Now
	_ atomic.Int32

	gx  int
	gmu sync.Mutex
	gch = make(chan int, 1)
	gp  *int
)

type adder interface{ add(int) }

type cell struct{ v int }

func (c *cell) add(k int) { c.v += k }

var ga adder = &cell{}

func give(to chan int, k int) { to <- k }

func raise(at *int) { *at++ }

func guarded(l sync.Locker, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

func main() {}
"#;

/// A package with these programs: the function of the `i`th is `e{i}`.
pub fn package(programs: &[Program]) -> String {
    let mut text = PRELUDE.to_string();
    for (i, program) in programs.iter().enumerate() {
        let _ = write!(text, "\n{}", program.function(&format!("e{i}")));
    }
    text
}

impl Program {
    /// Two or three goroutines, and what the function itself does.
    pub fn random(random: &mut Random) -> Program {
        let mut body = Vec::new();
        let goroutines = 1 + random.below(3);
        for _ in 0..goroutines {
            let head = match random.below(6) {
                0 => "for i := 0; i < 2; i++ {\ngo func() {",
                _ => "go func() {",
            };
            let tail = if head.starts_with("for") { "}()\n}" } else { "}()" };
            let count = 1 + random.below(4);
            let inside = (0..count).map(|_| statement(random, 0)).collect();
            body.push(Node { head: head.to_string(), body: inside, tail });
        }
        let count = random.below(4);
        for _ in 0..count {
            let at = random.below(body.len() + 1);
            let at = if random.below(2) == 0 { at } else { body.len() };
            body.insert(at, statement(random, 0));
        }
        Program { body }
    }

    /// Its source text, as function `name`.
    pub fn function(&self, name: &str) -> String {
        let mut body = String::new();
        self.body.iter().for_each(|node| node.write(&mut body));
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let used = |name: &str| {
            body.match_indices(name).any(|(at, _)| {
                let (before, after) = (&body[..at], &body[at + name.len()..]);
                !before.ends_with(|c| word(c) || c == '.') && !after.starts_with(word)
            })
        };
        let mut text = format!("func {name}() {{\n");
        for (name, declaration) in CAST {
            if used(name) || (name == "mu" && used("cond")) || (name == "ctx" && used("cancel")) {
                let _ = writeln!(text, "\t{declaration}\n\t_ = &{name}");
            }
        }
        text + &body + "}\n"
    }

    /// Programs with a statement less, or a statement instead of one around it.
    pub fn smaller(&self) -> Vec<Program> {
        smaller(&self.body).into_iter().map(|body| Program { body }).collect()
    }
}

fn smaller(nodes: &[Node]) -> Vec<Vec<Node>> {
    let mut all = Vec::new();
    for (i, node) in nodes.iter().enumerate() {
        let with = |instead: Vec<Node>| [&nodes[..i], &instead, &nodes[i + 1..]].concat();
        all.push(with(Vec::new()));
        if !node.body.is_empty() {
            all.push(with(node.body.clone()));
        }
        all.extend(smaller(&node.body).into_iter().map(|body| with(vec![Node { body, ..node.clone() }])));
    }
    all
}

impl Node {
    fn write(&self, text: &mut String) {
        let _ = writeln!(text, "\t{}", self.head);
        self.body.iter().for_each(|node| node.write(text));
        if !self.tail.is_empty() {
            let _ = writeln!(text, "\t{}", self.tail);
        }
    }
}

/// Statements that stand alone.
const SIMPLE: &[&str] = &[
    "a <- 1",
    "a <- 2",
    "<-a",
    "x = <-a",
    "close(a)",
    "for v := range a { x += v }",
    "b <- 1",
    "b <- 2",
    "<-b",
    "y = <-b",
    "close(b)",
    "for range b { y++ }",
    "c <- 1",
    "<-c",
    "close(c)",
    "for v := range c { x = v }",
    "y = len(c)",
    "give(a, 3)",
    "give(b, 3)",
    "gch <- 1",
    "<-gch",
    "if v, ok := <-b; ok { y = v }",
    "p <- q",
    "p <- &x",
    "q = <-p",
    "if r := <-p; r != nil { *r = 4 }",
    "*q = 5",
    "close(p)",
    "mu.Lock()",
    "mu.Unlock()",
    "nu.Lock()",
    "nu.Unlock()",
    "gmu.Lock()",
    "gmu.Unlock()",
    "rw.Lock()",
    "rw.Unlock()",
    "rw.RLock()",
    "rw.RUnlock()",
    "guarded(&mu, func() { x++ })",
    "guarded(rw.RLocker(), func() { y = x })",
    "wg.Add(1)",
    "wg.Add(2)",
    "wg.Done()",
    "wg.Wait()",
    "wg.Wait()",
    "cond.Signal()",
    "cond.Broadcast()",
    "mu.Lock(); cond.Wait(); mu.Unlock()",
    "n.Add(1)",
    "n.Store(2)",
    "x = int(n.Load())",
    "n.CompareAndSwap(0, 1)",
    "x++",
    "x = 2",
    "y = x",
    "y++",
    "gx++",
    "gx = 3",
    "x = gx",
    "raise(&x)",
    "raise(&gx)",
    "m[1] = 2",
    "x = m[1]",
    "delete(m, 1)",
    "s = append(s, 1)",
    "s[0] = 3",
    "y = s[0]",
    "gp = q",
    "if gp != nil { *gp = 6 }",
    "ga.add(1)",
    "ga = &cell{}",
    "time.Sleep(1)",
    "time.Sleep(2)",
    "<-time.After(1)",
    "time.NewTimer(1).Stop()",
    "cancel()",
    "<-ctx.Done()",
    "if ctx.Err() != nil { x++ }",
    "runtime.Gosched()",
    "panic(\"stop\")",
    "return",
    "defer mu.Unlock()",
    "defer wg.Done()",
    "defer close(b)",
    "for n.Load() == 0 { runtime.Gosched() }",
];

/// Statements around others: what comes before them, and after them.
const AROUND: &[(&str, &str)] = &[
    ("mu.Lock()", "mu.Unlock()"),
    ("mu.Lock()", "mu.Unlock()"),
    ("nu.Lock()", "nu.Unlock()"),
    ("gmu.Lock()", "gmu.Unlock()"),
    ("rw.Lock()", "rw.Unlock()"),
    ("rw.RLock()", "rw.RUnlock()"),
    ("if mu.TryLock() {", "mu.Unlock()\n}"),
    ("if rw.TryRLock() {", "rw.RUnlock()\n}"),
    ("if n.Load() == 1 {", "}"),
    ("if n.CompareAndSwap(0, 1) {", "}"),
    ("if n.Add(1) == 2 {", "}"),
    ("if x == 1 {", "}"),
    ("if gx == 0 {", "}"),
    ("once.Do(func() {", "})"),
    ("once.Do(func() {", "})"),
    ("for j := 0; j < 2; j++ {", "}"),
    ("go func() {", "}()"),
    ("wg.Add(1)\ngo func() {\ndefer wg.Done()", "}()"),
    ("time.AfterFunc(1, func() {", "})"),
    ("func() {\ndefer func() { recover() }()", "}()"),
    ("defer func() {", "}()"),
    ("select {\ncase a <- 1:", "case v := <-b:\nx = v\n}"),
    ("select {\ncase <-a:", "default:\n}"),
    ("select {\ncase v := <-a:\ny = v", "case b <- 2:\n}"),
    ("select {\ncase b <- 1:", "default:\ny = 3\n}"),
    ("select {\ncase <-time.After(1):", "case <-a:\n}"),
    ("select {\ncase <-ctx.Done():", "case c <- 1:\n}"),
    ("select {\ncase <-gch:", "case <-ctx.Done():\n}"),
];

fn statement(random: &mut Random, depth: usize) -> Node {
    if depth < 2 && random.below(3) == 0 {
        let (head, tail) = AROUND[random.below(AROUND.len())];
        let count = 1 + random.below(2);
        let body = (0..count).map(|_| statement(random, depth + 1)).collect();
        return Node { head: head.to_string(), body, tail };
    }
    Node { head: SIMPLE[random.below(SIMPLE.len())].to_string(), body: Vec::new(), tail: "" }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}
