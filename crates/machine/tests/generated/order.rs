//! Programs in which the order of evaluation shows: variables are read beside calls that change them. Go leaves that order
//! open in part; the machine has the compiler's.

use crate::program::{Node, Program};
use crate::random::Dice;

const PRELUDE: &str = r#"import "fmt"

type T struct{ x, y int }

func (t *T) inc(k int) int { t.x += k + 1; return t.x }
func (t T) sum() int       { return t.x + t.y }

var (
	g  = 1
	gs = []int{1, 2, 3}
	gt T
)

func bump(p *int, k int) int { *p += k&7 + 1; return *p }
func change(k int) int       { g += k & 3; gs[0]++; gs = append(gs[:2:2], k&15); gt.x++; gt.y += 2; return g }
func two(a, b int) (int, int) { change(a); return b, a }
func id[X any](x X) X        { return x }
func show(args ...any)       { fmt.Println(args...) }

"#;

/// The program of this seed.
pub fn generate(seed: u64) -> Program {
    let mut dice = Dice::new(seed ^ 0x0DE4_0000);
    let mut functions = Vec::new();
    let mut run = Vec::new();
    for i in 0..3 {
        let mut body = vec![Node::fixed(
            "a, b, i := 1, 2, 0\n_, _, _ = a, b, i\ns := []int{4, 5, 6}\n_ = s\narr := [3]int{7, 8, 9}\n_ = arr\nt := T{10, 11}\n_ = t\np := &t\n_ = p\nm := map[int]int{1: 12}\n_ = m\n\
             str := \"x\"\n_ = str\nvar e any = 13\n_ = e\nc, full := make(chan int, 2), make(chan int)\n_, _ = c, full\nf := func(k int) int {\n\ta += k & 7\n\tb ^= a\n\ts[1]++\n\ts = append(s[:2:2], k&15)\n\tarr[0]++\n\tp = &T{a & 7, b & 7}\n\tm[k&3] = a\n\tstr += \"y\"\n\te = b\n\ti = (i + 1) & 1\n\treturn a & 31\n}\n_ = f\n\
             fs := func() string { str += \"z\"; return str }\n_ = fs\nfb := func() bool { b++; return b&1 == 0 }\n_ = fb",
        )];
        for _ in 0..2 + dice.below(4) {
            // In a scope of its own, for what it declares.
            let text = statement(&mut dice).replace('\n', "\n\t");
            body.push(Node::line(format!("{{\n\t{text}\n}}")));
            body.push(Node::line("show(a, b, i, s, arr, t, *p, m, len(str), e, g, gs, gt)"));
        }
        functions.push(Node::block(format!("func part{i}() {{"), body).keep());
        run.push(Node::line(format!("func() {{\n\tdefer func() {{ show(recover()) }}()\n\tpart{i}()\n}}()")));
    }
    functions.push(Node::block("func Run() {", run).keep());
    Program { seed, prelude: PRELUDE.to_string(), functions }
}

fn statement(d: &mut Dice) -> String {
    let (x, y, z) = (integer(d, 2), integer(d, 2), integer(d, 1));
    match d.below(40) {
        0 => format!("a = {x}"),
        1 => format!("a, b = {x}, {y}"),
        2 => format!("s[({x})&1] = {y}"),
        3 => format!("s[({x})&1] += {y}"),
        4 => format!("t.x, s[0] = {x}, {y}"),
        5 => format!("arr = [3]int{{{x}, {y}, {z}}}"),
        6 => format!("s = []int{{{x}, {y}, {z}}}"),
        7 => format!("m[({x})&3] = {y}"),
        8 => format!("show({x}, {y}, {z})"),
        9 => format!("if {x} < {y} {{\n\tshow(\"less\")\n}}"),
        10 => format!("t = T{{y: {x}, x: {y}}}"),
        11 => format!("str = str + fs() + str[:1] + fmt.Sprint({x})"),
        12 => format!("e = {x}"),
        13 => format!("a, s[i] = two({x}, {y})"),
        14 => format!("show([2]any{{{x}, {y}}})"),
        15 => format!("s = append(s[:2], {x}, {y})"),
        16 => {
            format!("switch {x} & 3 {{\ncase {y} & 3:\n\tshow(\"case\")\ndefault:\n\tshow(\"default\")\n}}")
        }
        17 => format!("defer show(\"deferred\", {x}, {y})"),
        18 => format!("show(func() (int, int) {{ return {x}, {y} }}())"),
        19 => format!("if {x} < {y} && fb() || {z} > 3 {{\n\tshow(\"true\")\n}}"),
        21 => format!("select {{\ncase c <- {x}:\ndefault:\n\tshow(\"full\")\n}}"),
        22 => {
            format!("select {{\ncase s[({x})&1] = <-c:\ncase full <- {y}:\ndefault:\n\tshow(\"empty\")\n}}")
        }
        23 => format!("c, b = make(chan int, 4), {x}\nc <- {y}\nc <- {x}\nshow(<-c + a - <-c)"),
        24 => format!("v, ok := m[{x} & 3]\nshow(v, ok, {y})"),
        25 => format!("for k, v := range [2]int{{{x}, {y}}} {{\n\tshow(k, v)\n}}"),
        26 => format!("for k := range ({x}) & 1 {{\n\tshow(k, {y})\n}}"),
        27 => format!("show(map[int]int{{{x}: {y}, 1000: {z}}})"),
        28 => format!("show(t == T{{{x}, {y}}}, arr == [3]int{{{x}}}, e == any({z}))"),
        29 => format!("show([]T{{{{x: {x}}}, {{y: {y}}}, t, *p}})"),
        30 => format!("h := t.inc\nshow(h({x}), t.sum(), h({y}))"),
        31 => format!("show(min({x}, {y}), max(a, {z}), len(s[:f(1)&1]), cap(gs[1:]))"),
        32 => format!("go func(k, l int) {{ c <- k ^ l }}({x}, {y})\nshow(<-c)"),
        33 => format!("*p, t = T{{{x}, a}}, *p"),
        34 => format!("s, gs = gs, s[:({x})&1]"),
        35 => format!("var u, w int = {x}, {y}\nu, w = w, u+f(w)\nshow(u, w)"),
        36 => format!("show(str == fs(), str < fs(), string([]byte(str)[:1]) + fs(), []byte(fs())[0], {x})"),
        37 => format!(
            "old := c\nselect {{\ncase c <- func() int {{ c = nil; return {x} }}():\ncase full <- a:\ncase full <- f(1):\ndefault:\n\tshow(\"none\")\n}}\nshow(len(old))\nc = make(chan int, 2)"
        ),
        38 => format!(
            "show(a < f(1), int8(a), int8(f(2)), {x} == {y}, t, fb(), b&1 == 0, complex(float64(a), float64(f(1))))"
        ),
        20 => format!("p.x, i, p = {x}, {y}&1, &T{{x: {z}}}"),
        _ => format!("arr[i], arr[({x})&1], a = {y}, {z}, arr[2]"),
    }
}

fn integer(d: &mut Dice, depth: usize) -> String {
    if depth == 0 || d.chance(20) {
        return d
            .pick(&[
                "a", "b", "s[1]", "s[i]", "t.x", "p.y", "*&a", "arr[0]", "arr[i]", "m[1]", "len(s)", "g",
                "gs[1]", "gt.x", "len(str)", "3", "e.(int)", "t.sum()", "p.sum()",
            ])
            .to_string();
    }
    let (x, y) = (integer(d, depth - 1), integer(d, depth - 1));
    match d.below(14) {
        0..4 => format!("({x} {} {y})", d.pick(&["+", "-", "*", "^"])),
        4 | 5 => format!("f({x})"),
        6 => format!("bump(&{}, {x})", d.pick(&["a", "b", "g", "t.x", "s[0]", "arr[1]", "p.x", "gs[0]"])),
        7 => format!("change({x})"),
        8 => format!("{}.inc({x})", d.pick(&["t", "p", "gt"])),
        9 => format!("id({x})"),
        10 => format!("int(int8({x}))"),
        11 => format!("(s[({x})&1] + {y})"),
        12 => format!("[]int{{{x}, {y}}}[i]"),
        _ => format!("(m[({x})&3] + {y})"),
    }
}
