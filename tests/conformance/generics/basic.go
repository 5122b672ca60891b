// Generic functions: constraints, inference, several type parameters, zero values, type sets with ~.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
)

type Number interface {
	~int | ~int8 | ~int64 | ~float32 | ~float64
}
type MyInt int

func (m MyInt) String() string { return "MyInt" + strconv.Itoa(int(m)) }

func Sum[T Number](xs ...T) (s T) {
	for _, x := range xs {
		s += x
	}
	return
}

func Map[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func Reduce[T, A any](xs []T, a A, f func(A, T) A) A {
	for _, x := range xs {
		a = f(a, x)
	}
	return a
}

func Filter[S ~[]E, E any](s S, ok func(E) bool) S {
	var out S
	for _, e := range s {
		if ok(e) {
			out = append(out, e)
		}
	}
	return out
}

func Max[T cmp.Ordered](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func Zero[T any]() T                                { var z T; return z }
func Ptr[T any](v T) *T                             { return &v }
func Keys[M ~map[K]V, K comparable, V any](m M) int { return len(m) }
func Index[T comparable](xs []T, x T) int {
	for i, v := range xs {
		if v == x {
			return i
		}
	}
	return -1
}
func Div[T ~int8 | ~uint8](a, b T) T            { return a / b << 1 }
func Conv[T, U ~int | ~uint8 | ~float64](t T) U { return U(t) }

type IDs []MyInt

func main() {
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2), Sum[int8](100, 100), Sum[MyInt](1, 2), Sum[float32](0.1, 0.2), Sum[int]())
	fmt.Println(Map([]int{1, 2}, strconv.Itoa), Map([]string{"a", "bb"}, func(s string) int { return len(s) }))
	fmt.Println(Reduce([]int{1, 2, 3}, "", func(a string, x int) string { return a + fmt.Sprint(x) }))
	f := Filter(IDs{1, 2, 3, 4}, func(m MyInt) bool { return m%2 == 0 })
	fmt.Printf("%T %v\n", f, f)
	fmt.Println(Max("a", "b"), Max(1, 2), Max(2.5, 1), Max[MyInt](3, 4), Max(MyInt(1), 0))
	fmt.Println(Zero[int](), Zero[string]() == "", Zero[*int]() == nil, Zero[[2]bool](), Zero[struct{ a int }](), Zero[error]() == nil, Zero[[]int]() == nil)
	fmt.Println(*Ptr(3), *Ptr("x"), Keys(map[string]int{"a": 1}), Index([]string{"x", "y"}, "y"), Index([]any{1, "a", nil}, nil))
	fmt.Println(Div[int8](-128, -1), Div(uint8(255), 2), Conv[float64, int](3.9), Conv[int, uint8](300), Conv[uint8, float64](7))
	g := Max[string]
	fmt.Println(g("q", "p"), fmt.Sprintf("%T", g))
	fmt.Printf("%T %T\n", Zero[map[string][]int](), Ptr[any](nil))
	defer func() { fmt.Println(recover()) }()
	Index([]any{1, []int{}}, any([]int{}))
	_ = errors.New
}
