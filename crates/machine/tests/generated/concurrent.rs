//! Concurrent programs whose output does not depend on the schedule: what goroutines compute is combined in ways in which
//! the order does not matter, and everybody is waited for.

use crate::expression::{Scope, Variable};
use crate::program::{Node, Program};
use crate::random::Dice;
use crate::types::Type;

const PRELUDE: &str = r#"import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

var (
	_ = atomic.AddInt32
	_ = context.Background
	_ = math.Abs
	_ = runtime.Gosched
	_ = sort.Ints
	_ = strconv.Itoa
	_ = strings.ToUpper
	_ = time.Sleep
	_ sync.Mutex
)

var yes = true

func show(args ...any) { fmt.Println(args...) }

type Level int16

type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

func mod[T Integer](i T, n int) int {
	m := int(i) % max(n, 1)
	if m < 0 {
		m += n
	}
	return m
}

func at[T any](s []T, i int) (x T) {
	if len(s) > 0 {
		x = s[mod(i, len(s))]
	}
	return
}

func cutText(s string, i, j int) string {
	i, j = mod(i, len(s)+1), mod(j, len(s)+1)
	return s[min(i, j):max(i, j)]
}

func short(s string) string {
	if len(s) > 24 {
		return s[:12] + s[len(s)-6:]
	}
	return s
}

func bounded[T Integer, F float32 | float64](f F) T {
	if f != f || f < 0 || f > 100 {
		return 7
	}
	return T(f)
}

func choose[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

"#;

/// The program of this seed.
pub fn generate(seed: u64) -> Program {
    let dice = Dice::new(seed ^ 0xC0C0_0000);
    let mut maker = Maker { scope: Scope { dice, structs: Vec::new(), variables: Vec::new() } };
    let mut functions = Vec::new();
    let mut calls = Vec::new();
    for i in 0..1 + maker.scope.dice.below(3) {
        let body = maker.part();
        functions.push(Node::block(format!("func part{i}() {{"), body).keep());
        calls.push(Node::line(format!("part{i}()")));
    }
    if maker.scope.dice.chance(50) {
        let parts: Vec<String> = (0..functions.len()).map(|i| format!("part{i}")).collect();
        functions.push(maker.together(&parts));
        calls = vec![Node::line("together()")];
    }
    functions.push(Node::block("func Run() {", calls).keep());
    Program { seed, prelude: PRELUDE.to_string(), functions }
}

struct Maker {
    scope: Scope,
}

impl Maker {
    fn size(&mut self, most: usize) -> usize {
        1 + self.scope.dice.below(most)
    }

    /// An expression of an integer type over these variables.
    fn over(&mut self, names: &[&str], ty: &Type) -> String {
        let mark = self.scope.variables.len();
        for name in names {
            self.scope.variables.push(Variable { name: name.to_string(), ty: ty.clone() });
        }
        let mut text = self.scope.varying(ty, 3);
        self.scope.variables.truncate(mark);
        // Go rejects variables that nobody uses.
        for name in names {
            text += &format!(" + {name} - {name}");
        }
        format!("({text})")
    }

    /// The parts one after the other, each in a goroutine that is waited for.
    fn together(&mut self, parts: &[String]) -> Node {
        let mut body = vec![Node::fixed("done := make(chan string)")];
        for part in parts {
            body.push(Node::line(format!(
                "go func() {{\n\tdefer func() {{ done <- fmt.Sprint(recover()) }}()\n\t{part}()\n}}()\nshow(<-done)"
            )));
        }
        Node::block("func together() {", body).keep()
    }

    /// A few lines that keep goroutines busy.
    fn pause(&mut self) -> &'static str {
        self.scope.dice.pick(&["", "", "", "runtime.Gosched()\n", "time.Sleep(time.Millisecond)\n"])
    }

    fn part(&mut self) -> Vec<Node> {
        let ty = Type::Int(self.scope.dice.pick(&["int", "int8", "uint16", "int32", "uint64", "Level"]));
        let t = ty.name();
        let (workers, items, buffer) = (self.size(4), self.size(4), self.scope.dice.below(3));
        let (one, two) = (self.over(&["x", "y"], &ty), self.over(&["x"], &ty));
        let (pause, other) = (self.pause(), self.pause());
        let text = match self.scope.dice.below(17) {
            0 => format!(
                "in, out := make(chan {t}, {buffer}), make(chan {t})\nvar wg sync.WaitGroup\nfor range {workers} {{\n\twg.Add(1)\n\t\
                 go func() {{\n\t\tdefer wg.Done()\n\t\tfor x := range in {{\n\t\t\t{pause}out <- {two}\n\t\t}}\n\t}}()\n}}\n\
                 go func() {{\n\tfor x := {t}(0); x < {items}; x++ {{\n\t\t{other}in <- x\n\t}}\n\tclose(in)\n\twg.Wait()\n\tclose(out)\n}}()\n\
                 var sum {t}\nfor x := range out {{\n\tsum += x\n}}\nshow(\"pipeline\", sum)"
            ),
            1 => format!(
                "var mu sync.Mutex\nvar wg sync.WaitGroup\nvar sum {t}\nfor y := range {t}({workers}) {{\n\twg.Go(func() {{\n\t\t\
                 for x := range {t}({items}) {{\n\t\t\tmu.Lock()\n\t\t\tsum += {one}\n\t\t\t{pause}mu.Unlock()\n\t\t}}\n\t}})\n}}\n\
                 wg.Wait()\nshow(\"mutex\", sum)"
            ),
            2 => format!(
                "var mu sync.RWMutex\nm := map[{t}]{t}{{}}\nvar wg sync.WaitGroup\nfor y := range {t}({workers}) {{\n\twg.Add(2)\n\tgo func() {{\n\t\t\
                 defer wg.Done()\n\t\tmu.Lock()\n\t\tdefer mu.Unlock()\n\t\tx := y\n\t\t{pause}m[y] = {one}\n\t}}()\n\tgo func() {{\n\t\tdefer wg.Done()\n\t\tmu.RLock()\n\t\t\
                 _ = m[y]\n\t\tmu.RUnlock()\n\t}}()\n}}\nwg.Wait()\nshow(\"rwmutex\", m)"
            ),
            3 => format!(
                "cs := make([]chan {t}, {workers})\nfor i := range cs {{\n\tcs[i] = make(chan {t}, {buffer})\n\tgo func() {{\n\t\tdefer close(cs[i])\n\t\t\
                 for x := range {t}({items}) {{\n\t\t\ty := {t}(i)\n\t\t\t{pause}cs[i] <- {one} + y - y\n\t\t}}\n\t}}()\n}}\n\
                 a, b := cs[0], cs[len(cs)-1]\nif len(cs) == 1 {{\n\tb = nil\n}}\nvar sum {t}\nfor a != nil || b != nil {{\n\tselect {{\n\tcase x, ok := <-a:\n\t\t\
                 if !ok {{\n\t\t\ta = nil\n\t\t}}\n\t\tsum ^= x\n\tcase x, ok := <-b:\n\t\tif !ok {{\n\t\t\tb = nil\n\t\t}}\n\t\tsum ^= x\n\t}}\n}}\nshow(\"select\", sum)"
            ),
            4 => format!(
                "var n atomic.Int64\nvar bits atomic.Uint32\nvar wg sync.WaitGroup\nfor i := range {workers} {{\n\twg.Go(func() {{\n\t\tfor x := range {t}({items}) {{\n\t\t\t\
                 {pause}n.Add(int64({two}))\n\t\t\tbits.Or(1 << i)\n\t\t}}\n\t\tfor {{\n\t\t\told := n.Load()\n\t\t\tif n.CompareAndSwap(old, old+1) {{\n\t\t\t\tbreak\n\t\t\t}}\n\t\t}}\n\t}})\n}}\n\
                 wg.Wait()\nshow(\"atomic\", n.Load(), bits.Load())"
            ),
            5 => format!(
                "var once sync.Once\nvar wg sync.WaitGroup\nvar value {t}\nget := sync.OnceValue(func() {t} {{\n\tx := {t}({items})\n\t{pause}return {two}\n}})\n\
                 results := make([]{t}, {workers})\nfor i := range results {{\n\twg.Go(func() {{\n\t\tonce.Do(func() {{ value++ }})\n\t\tresults[i] = get() + value\n\t}})\n}}\n\
                 wg.Wait()\nshow(\"once\", results, value)"
            ),
            6 => format!(
                "ctx, cancel := context.WithCancel(context.Background())\nout := make(chan {t})\nvar wg sync.WaitGroup\nfor range {workers} {{\n\twg.Go(func() {{\n\t\t\
                 for x := {t}(0); ; x++ {{\n\t\t\tselect {{\n\t\t\tcase out <- {two} - {two}:\n\t\t\tcase <-ctx.Done():\n\t\t\t\treturn\n\t\t\t}}\n\t\t}}\n\t}})\n}}\n\
                 var sum {t}\nfor range {items} {{\n\tsum += <-out\n}}\ncancel()\nwg.Wait()\nshow(\"context\", sum, ctx.Err(), context.Cause(ctx))"
            ),
            7 => format!(
                "var mu sync.Mutex\ncond := sync.NewCond(&mu)\nvar queue []{t}\nvar wg sync.WaitGroup\nfor y := range {t}({workers}) {{\n\twg.Go(func() {{\n\t\tx := y\n\t\t\
                 mu.Lock()\n\t\tqueue = append(queue, {one})\n\t\tmu.Unlock()\n\t\t{pause}cond.{}()\n\t}})\n}}\nvar sum {t}\nfor range {workers} {{\n\tmu.Lock()\n\t\
                 for len(queue) == 0 {{\n\t\tcond.Wait()\n\t}}\n\tsum += queue[0]\n\tqueue = queue[1:]\n\tmu.Unlock()\n}}\nwg.Wait()\nshow(\"cond\", sum)",
                self.scope.dice.pick(&["Signal", "Broadcast"])
            ),
            8 => format!(
                "ping, pong := make(chan {t}), make(chan {t})\ngo func() {{\n\tfor x := range ping {{\n\t\t{pause}pong <- {two}\n\t}}\n\tclose(pong)\n}}()\nx := {t}(1)\n\
                 for range {items} {{\n\tping <- x\n\tx = <-pong\n}}\nclose(ping)\n_, ok := <-pong\nshow(\"pingpong\", x, ok)"
            ),
            9 => format!(
                "errs := make(chan string, {buffer})\nfor i := range {workers} {{\n\tgo func() {{\n\t\tdefer func() {{ errs <- fmt.Sprint(recover()) }}()\n\t\t\
                 var none []{t}\n\t\tx := {t}(i)\n\t\t{pause}if i%2 == 0 {{\n\t\t\tx = none[i]\n\t\t}}\n\t\tpanic(fmt.Sprint(\"worker \", {two}))\n\t}}()\n}}\nvar all []string\n\
                 for range {workers} {{\n\tall = append(all, <-errs)\n}}\nsort.Strings(all)\nshow(\"panics\", all)"
            ),
            10 => format!(
                "var walk func(n int) {t}\nwalk = func(n int) {t} {{\n\tx := {t}(n)\n\tif n <= 1 {{\n\t\treturn {two}\n\t}}\n\tc := make(chan {t}, {buffer})\n\t\
                 go func() {{ c <- walk(n - 1) }}()\n\tgo func() {{ c <- walk(n - 2) }}()\n\treturn <-c + <-c\n}}\nshow(\"tree\", walk({}))",
                2 + self.scope.dice.below(2)
            ),
            11 => format!(
                "sem := make(chan struct{{}}, {items})\nvar wg sync.WaitGroup\nout := make([]{t}, {workers})\nfor i := range out {{\n\tsem <- struct{{}}{{}}\n\twg.Go(func() {{\n\t\t\
                 defer func() {{ <-sem }}()\n\t\tx := {t}(i)\n\t\t{pause}out[i] = {two}\n\t}})\n}}\nwg.Wait()\nshow(\"semaphore\", out, len(sem))"
            ),
            12 => format!(
                "var m sync.Map\nvar wg sync.WaitGroup\nfor i := range {workers} {{\n\twg.Go(func() {{\n\t\tx := {t}(i)\n\t\tm.Store(i, {two})\n\t\t{pause}m.LoadOrStore(100, \"first\")\n\t\t\
                 m.Delete(i + 50)\n\t}})\n}}\nwg.Wait()\nvar all []string\nm.Range(func(k, v any) bool {{\n\tall = append(all, fmt.Sprint(k, v))\n\treturn true\n}})\n\
                 sort.Strings(all)\nshow(\"map\", all)"
            ),
            13 => format!(
                "ctx, cancel := context.WithTimeout(context.WithValue(context.Background(), \"k\", {items}), 20*time.Millisecond)\ndefer cancel()\ngot := make(chan string, {workers})\n\
                 for i := range {workers} {{\n\tgo func() {{\n\t\tselect {{\n\t\tcase <-ctx.Done():\n\t\t\tgot <- fmt.Sprint(i, ctx.Err(), ctx.Value(\"k\"))\n\t\tcase <-time.After(time.Hour):\n\t\t\t\
                 got <- \"late\"\n\t\t}}\n\t}}()\n}}\nvar all []string\nfor range {workers} {{\n\tall = append(all, <-got)\n}}\nsort.Strings(all)\nshow(\"timeout\", all)"
            ),
            14 => format!(
                "type cell struct {{\n\tvalue {t}\n\tnext *cell\n}}\nvar head atomic.Pointer[cell]\nvar wg sync.WaitGroup\nfor y := range {t}({workers}) {{\n\twg.Go(func() {{\n\t\tx := y\n\t\t\
                 c := &cell{{value: {one}}}\n\t\tfor {{\n\t\t\tc.next = head.Load()\n\t\t\t{pause}if head.CompareAndSwap(c.next, c) {{\n\t\t\t\treturn\n\t\t\t}}\n\t\t}}\n\t}})\n}}\nwg.Wait()\n\
                 var sum {t}\nfor c := head.Load(); c != nil; c = c.next {{\n\tsum ^= c.value\n}}\nshow(\"stack\", sum)"
            ),
            15 => format!(
                "done := make(chan bool)\nvar order []string\ngo func() {{\n\tdefer close(done)\n\tdefer func() {{ order = append(order, fmt.Sprint(recover())) }}()\n\tdefer func() {{\n\t\t\
                 x := {t}({items})\n\t\torder = append(order, fmt.Sprint({two}))\n\t}}()\n\tif {workers} > 2 {{\n\t\truntime.Goexit()\n\t}}\n\tvar c chan {t}\n\tclose(c)\n}}()\n<-done\nshow(\"exit\", order)"
            ),
            _ => format!(
                "t1, t2 := time.After(30*time.Millisecond), time.NewTimer(5*time.Millisecond)\nvar order []string\nfor range 2 {{\n\tselect {{\n\tcase <-t1:\n\t\torder = append(order, \"slow\")\n\t\
                 case <-t2.C:\n\t\torder = append(order, \"fast\")\n\t}}\n}}\nx := {t}({items})\nfired := make(chan {t})\ntime.AfterFunc(time.Millisecond, func() {{ fired <- {two} }})\n\
                 show(\"timers\", order, <-fired, t2.Stop(), t2.Reset(time.Hour))"
            ),
        };
        vec![Node::fixed(text)]
    }
}
