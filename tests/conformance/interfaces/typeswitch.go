// Type switches in all their forms: several types per case, nil, default, shadowed variable, init, generic.
package main

import (
	"errors"
	"fmt"
)

type Stringer interface{ String() string }
type N int
type S struct{}

func (n N) String() string  { return fmt.Sprintf("N(%d)", int(n)) }
func (s *S) String() string { return "S" }

func classify(x any) string {
	switch v := x.(type) {
	case nil:
		return fmt.Sprintf("nil %v", v)
	case int, int64:
		return fmt.Sprintf("int-ish %v %T", v, v)
	case string:
		return "string " + v
	case error:
		return "error " + v.Error()
	case Stringer:
		return "stringer " + v.String()
	case []int:
		return fmt.Sprint("slice ", len(v))
	case func(int) int:
		return fmt.Sprint("func ", v(3))
	case map[string]int:
		return fmt.Sprint("map ", v["a"])
	case chan int:
		return fmt.Sprint("chan ", cap(v))
	case *int:
		*v++
		return fmt.Sprint("ptr ", *v)
	case [2]int:
		v[0] = 9
		return fmt.Sprint("array ", v)
	case struct{ X int }:
		return fmt.Sprint("anon ", v.X)
	case interface{ Foo() }:
		return "foo"
	default:
		return fmt.Sprintf("default %T", v)
	}
}

func gen[T any](x any) string {
	switch x.(type) {
	case T:
		return "T"
	case []T:
		return "[]T"
	case map[string]T:
		return "map"
	}
	return "none"
}

func main() {
	n := 5
	for _, x := range []any{nil, 1, int64(2), "s", errors.New("e"), N(4), &S{}, S{}, []int{1}, func(x int) int { return x * x }, map[string]int{"a": 1}, make(chan int, 3), &n, [2]int{1, 2}, struct{ X int }{6}, 2.5, int8(1), struct{ Y int }{1}, (<-chan int)(nil)} {
		fmt.Println(classify(x))
	}
	switch y := any(n); y.(type) {
	case int:
		fmt.Println("int", y)
	}
	switch any(n).(type) {
	default:
		fmt.Println("default first")
	case string:
		fmt.Println("no")
	}
	switch {
	}
	fmt.Println(gen[int](1), gen[int]([]int{}), gen[string](map[string]string{}), gen[float64](1), gen[any](1), gen[error](errors.New("x")))
loop:
	for i := 0; ; i++ {
		switch v := any(i).(type) {
		case int:
			if v == 3 {
				break loop
			}
			if v == 1 {
				continue
			}
			fmt.Println("i", v)
		}
	}
}
