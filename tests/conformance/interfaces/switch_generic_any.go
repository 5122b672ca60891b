// Type switches over maps, funcs, channels with directions, arrays of different lengths, pointers to pointers, named.
package main

import "fmt"

type celsius float64
type ints []int
type fn func(int) int

func what(x any) string {
	switch v := x.(type) {
	case func(int) int:
		return fmt.Sprint("func ", v(2))
	case fn:
		return fmt.Sprint("fn ", v(3))
	case <-chan int:
		return "recv chan"
	case chan<- int:
		return "send chan"
	case chan int:
		return "chan"
	case [2]int:
		return fmt.Sprint("[2]int ", v[1])
	case [3]int:
		return fmt.Sprint("[3]int ", v[2])
	case []int:
		return "[]int"
	case ints:
		return fmt.Sprint("ints ", len(v))
	case **int:
		return fmt.Sprint("**int ", **v)
	case *int:
		return fmt.Sprint("*int ", *v)
	case float64, celsius:
		return fmt.Sprintf("float-ish %v %T", v, v)
	case map[string]any:
		out := "map"
		for _, k := range []string{"a", "b"} {
			out += " " + what(v[k])
		}
		return out
	case []any:
		out := "list"
		for _, e := range v {
			out += " " + what(e)
		}
		return out
	case fmt.Stringer, error:
		return fmt.Sprintf("printable %v", v)
	case nil:
		return "nil"
	case interface{}:
		return fmt.Sprintf("any %T", v)
	}
	return "unreached"
}

type st struct{}

func (st) String() string { return "st" }

func main() {
	n := 7
	p := &n
	c := make(chan int)
	for _, x := range []any{func(x int) int { return x * x }, fn(func(x int) int { return -x }), c, (<-chan int)(c), (chan<- int)(c), [2]int{1, 2}, [3]int{1, 2, 3}, []int{}, ints{1}, p, &p, 1.5, celsius(3), map[string]any{"a": nil, "b": []any{1, 2.5, nil}}, st{}, fmt.Errorf("e"), nil, 'x', struct{}{}, (*st)(nil)} {
		fmt.Println(what(x))
	}
}
