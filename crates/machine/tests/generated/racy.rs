//! Racy programs: a few goroutines that do anything to shared variables, channels and locks. Only how they end is known
//! beforehand: somehow.

use crate::program::{Node, Program};
use crate::random::Dice;

const PRELUDE: &str = r#"import (
	"context"
	"fmt"
	"math/rand"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

var (
	_ = context.Background
	_ = fmt.Sprint
	_ = rand.Intn
	_ = runtime.Gosched
	_ = time.Sleep
)

type node struct {
	value int
	next  *node
}

var (
	a, b   int
	text   string
	list   *node
	words  = []string{"x", "y"}
	table  = map[string]int{"x": 1, "y": 2, "z": 3}
	links  = map[*node]*node{}
	boxed  any
	do     func() int
	c0     = make(chan int)
	c1     = make(chan int, 1)
	c2     = make(chan *node, 2)
	none   chan int
	mu     sync.Mutex
	rw     sync.RWMutex
	wg     sync.WaitGroup
	once   sync.Once
	cond   = sync.NewCond(&mu)
	count  atomic.Int32
	head   atomic.Pointer[node]
	held   atomic.Value
	shared sync.Map
	pool   = sync.Pool{New: func() any { return new(node) }}
)

"#;

/// Operations on what is shared. Those that block or panic are rarer, so that the others get their turn.
const OPERATIONS: &[&str] = &[
    "a++",
    "a, b = b, a",
    "b = a + len(text)",
    "text += fmt.Sprint(a % 3)\nif len(text) > 8 {\n\ttext = text[4:]\n}",
    "list = &node{a, list}",
    "if list != nil {\n\tlist = list.next\n}",
    "for n, i := list, 0; n != nil && i < 5; n, i = n.next, i+1 {\n\tn.value += i\n}",
    "words = append(words, text)\nif len(words) > 6 {\n\twords = words[3:]\n}",
    "words[a&1] = \"w\"",
    "table[\"k\"] = a",
    "delete(table, \"x\")",
    "for k := range table {\n\ttext = k\n}",
    "for k, v := range table {\n\tif v > 1 {\n\t\tdelete(table, k)\n\t}\n}",
    "if list != nil {\n\tlinks[list] = list.next\n}",
    "for n := range links {\n\tn.value++\n\tif n.value > 3 {\n\t\tdelete(links, n)\n\t}\n}",
    "boxed = a",
    "boxed = words",
    "boxed = &node{b, list}",
    "switch x := boxed.(type) {\ncase int:\n\tb = x\ncase *node:\n\tlist = x\ncase []string:\n\twords = x\n}",
    "do = func() int { a++; return a }",
    "if do != nil {\n\tb = do()\n}",
    "select {\ncase c1 <- a:\ndefault:\n\tb++\n}",
    "select {\ncase x := <-c1:\n\tb += x\ndefault:\n}",
    "select {\ncase x := <-c0:\n\tb += x\ncase x := <-c1:\n\tb -= x\ncase <-time.After(time.Millisecond):\n}",
    "select {\ncase c0 <- a:\ncase c2 <- list:\ncase x := <-c1:\n\ta = x\ncase <-none:\ncase <-time.After(time.Second):\n}",
    "select {\ncase n := <-c2:\n\tlist = n\ndefault:\n\truntime.Gosched()\n}",
    "mu.Lock()\na++\nmu.Unlock()",
    "if mu.TryLock() {\n\tb++\n\tmu.Unlock()\n}",
    "rw.RLock()\nb = a\nrw.RUnlock()",
    "rw.Lock()\na = b\nrw.Unlock()",
    "once.Do(func() { a += 10 })",
    "count.Add(1)",
    "if count.CompareAndSwap(1, 2) {\n\tb++\n}",
    "head.Store(&node{value: b})",
    "if n := head.Swap(nil); n != nil {\n\tlist = n\n}",
    "held.Store(a)",
    "if x, ok := held.Load().(int); ok {\n\tb = x\n}",
    "shared.Store(a%3, b)",
    "shared.Range(func(k, v any) bool {\n\tb += v.(int)\n\treturn b < 100\n})",
    "n := pool.Get().(*node)\nn.value++\npool.Put(n)",
    "a = rand.Intn(3)",
    "runtime.Gosched()",
    "time.Sleep(time.Millisecond)",
    "cond.Broadcast()",
    "time.AfterFunc(time.Millisecond, func() { a++ })",
    "ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)\nselect {\ncase <-ctx.Done():\ncase x := <-c1:\n\tb = x\n}\ncancel()",
    "go func() { b++ }()",
    "defer func() { a-- }()",
    "defer func() {\n\tif e := recover(); e != nil {\n\t\tboxed = fmt.Sprint(e)\n\t}\n}()",
    "b = len(c1) + cap(c2) + len(table) + len(words)",
];

const DANGEROUS: &[&str] = &[
    "c0 <- a",
    "a = <-c0",
    "c1 <- b",
    "b = <-c1",
    "c2 <- list",
    "close(c1)",
    "close(c0)",
    "for x := range c1 {\n\tb += x\n}",
    "mu.Lock()",
    "mu.Unlock()",
    "rw.RLock()",
    "rw.RUnlock()",
    "wg.Done()",
    "wg.Wait()",
    "mu.Lock()\nif a < 2 {\n\tcond.Wait()\n}\nmu.Unlock()",
    "cond.Signal()",
    "list.value++",
    "text = words[a]",
    "b = a / (b & 1)",
    "do()",
    "b = boxed.(int)",
    "runtime.Goexit()",
    "panic(boxed)",
    "panic(fmt.Errorf(\"bad %d\", a))",
    "<-none",
    "held.Store(text)",
];

/// The program of this seed.
pub fn generate(seed: u64) -> Program {
    let mut dice = Dice::new(seed ^ 0xACE0_0000);
    let mut functions = Vec::new();
    let workers = 2 + dice.below(3);
    for i in 0..workers {
        let body = statements(&mut dice, 6);
        functions.push(Node::block(format!("func work{i}() {{"), body).keep());
    }
    let mut run = Vec::new();
    for i in 0..workers {
        run.push(Node::line(match dice.below(3) {
            0 => format!("wg.Go(work{i})"),
            1 => format!("wg.Add(1)\ngo func() {{\n\tdefer wg.Done()\n\twork{i}()\n}}()"),
            _ => format!("go work{i}()"),
        }));
    }
    run.extend(statements(&mut dice, 3));
    if dice.chance(70) {
        run.push(Node::line("wg.Wait()"));
    }
    run.push(Node::line("println(a, b, text, len(words), len(table), len(links))"));
    functions.push(Node::block("func Run() {", run).keep());
    Program { seed, prelude: PRELUDE.to_string(), functions }
}

fn statements(dice: &mut Dice, count: usize) -> Vec<Node> {
    let mut out = Vec::new();
    for _ in 0..1 + dice.below(count) {
        let text = if dice.chance(12) { dice.pick(DANGEROUS) } else { dice.pick(OPERATIONS) };
        // In a scope of its own, for what it declares. Deferred calls are the function's all the same.
        out.push(Node::line(format!("{{\n\t{}\n}}", text.replace('\n', "\n\t"))));
        if dice.chance(10) {
            let body = statements(dice, 2);
            out.push(Node::block(format!("for range {} {{", 2 + dice.below(2)), body));
        }
    }
    out
}
