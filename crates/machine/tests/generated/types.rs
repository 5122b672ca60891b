//! The types of generated programs, and the declarations around them.

use crate::random::Dice;

pub const INTS: &[&str] = &[
    "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
    "Level",
];
pub const FLOATS: &[&str] = &["float32", "float64"];

/// A Go type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// An integer type, by its name. `Level` is a named one with methods, `T` a type parameter.
    Int(&'static str),
    Float(&'static str),
    Bool,
    Str,
    Complex,
    Slice(Box<Type>),
    Array(usize, Box<Type>),
    Map(Box<Type>, Box<Type>),
    /// `S0`, `S1`…
    Struct(usize),
    /// `*S0`, …, never nil.
    Pointer(usize),
    /// Holds anything, also nil.
    Any,
    /// The interface `Shape`: `S0`, `*S1`, …, or `Level`, never nil.
    Shape,
}

/// The fields of the struct types. Those of one may have the types before it.
pub type Structs = Vec<Vec<(String, Type)>>;

impl Type {
    pub fn name(&self) -> String {
        match self {
            Type::Int(name) | Type::Float(name) => name.to_string(),
            Type::Bool => "bool".into(),
            Type::Str => "string".into(),
            Type::Complex => "complex128".into(),
            Type::Slice(of) => format!("[]{}", of.name()),
            Type::Array(n, of) => format!("[{n}]{}", of.name()),
            Type::Map(key, of) => format!("map[{}]{}", key.name(), of.name()),
            Type::Struct(i) => format!("S{i}"),
            Type::Pointer(i) => format!("*S{i}"),
            Type::Any => "any".into(),
            Type::Shape => "Shape".into(),
        }
    }

    pub fn scalar(dice: &mut Dice) -> Type {
        match dice.below(12) {
            0..6 => Type::Int(dice.pick(INTS)),
            6 => Type::Int("int"),
            7 => Type::Float(dice.pick(FLOATS)),
            8 => Type::Bool,
            9 => Type::Complex,
            _ => Type::Str,
        }
    }

    pub fn key(dice: &mut Dice) -> Type {
        match dice.below(4) {
            0 => Type::Str,
            _ => Type::Int(dice.pick(INTS)),
        }
    }

    /// Any type that values of this program may have, with `structs` struct types.
    pub fn random(dice: &mut Dice, structs: usize, depth: usize) -> Type {
        if depth == 0 {
            return Type::scalar(dice);
        }
        match dice.below(20) {
            0..8 => Type::scalar(dice),
            8..11 => Type::Slice(Box::new(Type::random(dice, structs, depth - 1))),
            11..13 => Type::Array(1 + dice.below(4), Box::new(Type::random(dice, structs, depth - 1))),
            13..15 => Type::Map(Box::new(Type::key(dice)), Box::new(Type::random(dice, structs, depth - 1))),
            15..17 if structs > 0 => Type::Struct(dice.below(structs)),
            17 if structs > 0 => Type::Pointer(dice.below(structs)),
            18 => Type::Any,
            19 if structs > 0 => Type::Shape,
            _ => Type::Str,
        }
    }

    /// Whether values can be compared without a panic.
    pub fn comparable(&self, structs: &Structs) -> bool {
        match self {
            Type::Slice(_) | Type::Map(..) | Type::Any | Type::Shape => false,
            Type::Array(_, of) => of.comparable(structs),
            Type::Struct(i) => structs[*i].iter().all(|(_, ty)| ty.comparable(structs)),
            _ => true,
        }
    }

    /// Whether `%v` shows no address.
    pub fn printable(&self, structs: &Structs) -> bool {
        match self {
            Type::Pointer(_) | Type::Shape => false,
            Type::Slice(of) | Type::Array(_, of) => of.printable(structs),
            Type::Map(key, of) => key.printable(structs) && of.printable(structs),
            Type::Struct(i) => structs[*i].iter().all(|(_, ty)| ty.printable(structs)),
            _ => true,
        }
    }
}

/// Chooses struct types. All of their fields are printable.
pub fn structs(dice: &mut Dice) -> Structs {
    let mut all: Structs = Vec::new();
    for i in 0..2 + dice.below(2) {
        let mut fields = vec![("n".to_string(), Type::Int(dice.pick(INTS)))];
        for f in 0..1 + dice.below(3) {
            let mut ty = Type::random(dice, i, 1);
            if !ty.printable(&all) {
                ty = Type::scalar(dice);
            }
            fields.push((format!("f{f}"), ty));
        }
        if i > 0 && dice.chance(50) {
            let of = dice.below(i);
            fields.push((format!("S{of}"), Type::Struct(of)));
        }
        all.push(fields);
    }
    all
}

/// Their declarations, with methods. `S0` and the even ones are shapes by value, the others by pointer.
pub fn declarations(structs: &Structs) -> String {
    let mut text = String::new();
    for (i, fields) in structs.iter().enumerate() {
        text += &format!("type S{i} struct {{\n");
        for (name, ty) in fields {
            match ty {
                Type::Struct(of) if *name == format!("S{of}") => text += &format!("\t{name}\n"),
                _ => text += &format!("\t{name} {}\n", ty.name()),
            }
        }
        let star = if i % 2 == 0 { "" } else { "*" };
        let n = fields[0].1.name();
        text += &format!(
            "}}\n\nfunc (s {star}S{i}) Measure(k int) int {{ s.n += {n}(k); return int(s.n) }}\n\
             func (s {star}S{i}) Label() string {{ return \"S{i}\" }}\n\
             func (s *S{i}) Own{i}(k int) int {{ s.n ^= {n}(k); return int(s.n) * 3 }}\n\
             func (s S{i}) Pure{i}() int {{ s.n++; return int(s.n) }}\n\n"
        );
    }
    text += "func plain(x any) any {\n\tswitch x := x.(type) {\n";
    for i in 0..structs.len() {
        text += &format!("\tcase *S{i}:\n\t\treturn *x\n");
    }
    text + "\t}\n\treturn x\n}\n\n"
}

/// What every sequential program begins with.
pub const PRELUDE: &str = r#"import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

var (
	_ = bits.Len
	_ = errors.New
	_ iter.Seq[int]
	_ = maps.Clone[map[int]int]
	_ = math.Abs
	_ = sort.Ints
	_ = strconv.Itoa
	_ = strings.ToUpper
	_ = unicode.IsLetter
	_ = utf8.RuneLen
	_ sync.Mutex
	_ time.Duration
)

var ticks, lines int

func tick() bool { ticks++; return ticks > 250 }

func show(args ...any) {
	if lines++; lines < 120 {
		fmt.Println(args...)
	}
}

func describe(r any) string {
	if e, ok := r.(runtime.Error); ok {
		return "runtime: " + e.Error()
	}
	return fmt.Sprintf("%T %v", r, plain(r))
}

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			show("recovered", describe(r))
		}
	}()
	f()
}

type Level int16

func (l Level) Measure(k int) int { return int(l) - k }
func (l Level) Label() string     { return "Level" }
func (l Level) String() string    { return "L" + strconv.Itoa(int(l)) }

type Shape interface {
	Measure(int) int
	Label() string
}

type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type Pair[K cmp.Ordered, V any] struct {
	Key K
	Val V
}

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }

func (s *Stack[T]) Pop() (x T, ok bool) {
	if len(s.items) == 0 {
		return
	}
	x = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x, true
}

func (s *Stack[T]) All() func(yield func(int, T) bool) {
	return func(yield func(int, T) bool) {
		for i, x := range s.items {
			if !yield(i, x) {
				return
			}
		}
	}
}

func upto[T Integer](n T) func(yield func(T) bool) {
	return func(yield func(T) bool) {
		defer show("iterated")
		for i := T(0); i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func mod[T Integer](i T, n int) int {
	if n <= 0 {
		return 0
	}
	m := int(i) % n
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

func cut[T any](s []T, i, j int) []T {
	i, j = mod(i, len(s)+1), mod(j, len(s)+1)
	return s[min(i, j):max(i, j)]
}

func cut3[T any](s []T, i, j int) []T {
	i, j = mod(i, len(s)+1), mod(j, len(s)+1)
	return s[min(i, j):max(i, j):max(i, j)]
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

func keys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}

func fold[T, U any](xs []T, start U, f func(U, T) U) U {
	for _, x := range xs {
		start = f(start, x)
	}
	return start
}

func pairs[K cmp.Ordered, V any](m map[K]V) (out []Pair[K, V]) {
	for _, k := range keys(m) {
		out = append(out, Pair[K, V]{k, m[k]})
	}
	return
}

func choose[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

"#;
