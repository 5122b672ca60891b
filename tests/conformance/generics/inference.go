// Type inference: from arguments, from results of other calls, constants of several kinds, function arguments, partial.
package main

import (
	"fmt"
	"slices"
	"strconv"
)

func Apply[A, B, C any](a A, f func(A) B, g func(B) C) C { return g(f(a)) }
func Pair[A, B any](a A, b B) func() (A, B)              { return func() (A, B) { return a, b } }
func Of[T any](xs ...T) []T                              { return xs }
func Sum[T int | float64 | complex128](xs ...T) (s T) {
	for _, x := range xs {
		s += x
	}
	return
}
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
func Cast[To, From int | int8 | uint8 | float64](f From) To { return To(f) }
func Chan[T any, C ~chan T](c C) T                          { return <-c }
func Id[T any](t T) T                                       { return t }
func Compose[A any](fs ...func(A) A) func(A) A {
	return func(a A) A {
		for _, f := range fs {
			a = f(a)
		}
		return a
	}
}
func Ptr[T any, P *T](p P) T { return *p }

type Opt[T any] struct {
	v  T
	ok bool
}

func Some[T any](v T) Opt[T] { return Opt[T]{v, true} }
func None[T any]() Opt[T]    { return Opt[T]{} }
func (o Opt[T]) Or(d T) T {
	if o.ok {
		return o.v
	}
	return d
}
func Bind[T, U any](o Opt[T], f func(T) Opt[U]) Opt[U] {
	if !o.ok {
		return None[U]()
	}
	return f(o.v)
}

func main() {
	fmt.Println(Apply(3, strconv.Itoa, func(s string) []byte { return []byte(s) }))
	a, b := Pair("x", 2.5)()
	fmt.Println(a, b)
	fmt.Printf("%T %T %T\n", Of(1, 2), Of[any](1, "a"), Of(1.0, 2))
	fmt.Println(Sum(1, 2), Sum(1, 2.5), Sum(1, 2i), Sum[float64]())
	fmt.Println(Must(strconv.Atoi("42")), Cast[int8](300.0), Cast[uint8](-1), Cast[float64](7))
	c := make(chan string, 1)
	c <- "inferred through core type"
	fmt.Println(Chan(c))
	var f func(int) int = Id
	fmt.Println(f(5), Compose(Id[int], func(x int) int { return x * 3 })(4))
	n := 8
	fmt.Println(Ptr(&n))
	half := func(n int) Opt[int] {
		if n%2 == 1 {
			return None[int]()
		}
		return Some(n / 2)
	}
	fmt.Println(Bind(Bind(Some(12), half), half).Or(-1), Bind(Bind(Some(6), half), half).Or(-1))
	fmt.Println(Bind(Some(4), func(n int) Opt[string] { return Some(fmt.Sprint("s", n)) }))
	xs := []string{"b", "a"}
	slices.SortFunc(xs, func(a, b string) int { return len(a) - len(b) + int(a[0]) - int(b[0]) })
	fmt.Println(xs, slices.IndexFunc(xs, func(s string) bool { return s == "b" }))
	defer func() { fmt.Println(recover()) }()
	Must(strconv.Atoi("x"))
}
