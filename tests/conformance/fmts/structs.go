// %v, %+v and %#v of nested structs, pointers, maps, slices, interfaces, nil things.
package main

import "fmt"

type In struct {
	A int
	b string
}
type Out struct {
	In
	P   *In
	M   map[string]In
	S   []In
	I   any
	F   func()
	C   chan int
	E   error
	Arr [2]bool
	z   *int
}
type Empty struct{}
type List struct {
	V    int
	Next *List
}
type Num int
type Fl float64
type Bo bool
type Sl []int
type Ma map[Num]Fl

func main() {
	in := In{1, "x y"}
	fmt.Printf("%v %+v %#v %T\n", in, in, in, in)
	fmt.Printf("%v %+v %#v %T\n", &in, &in, &in, &in)
	o := Out{In: in, M: map[string]In{"k": in}, S: []In{in, {}}, I: 3.5}
	fmt.Printf("%v\n%+v\n%#v\n", o, o, o)
	fmt.Printf("%v %+v %#v\n", Empty{}, Empty{}, &Empty{})
	l := List{1, nil}
	fmt.Printf("%v %+v %#v %v\n", l, l, l, &l)
	fmt.Printf("%v %+v\n", []any{1, "a", nil, 2.5, true, 'x', []int{1}, map[int]int{1: 2}, In{2, "q"}}, []any{in})
	fmt.Printf("%#v\n", []any{1, "a", nil, 2.5, true, 'x', uint8(1), int64(2), 1i, []int{1}, map[int]int{1: 2}, In{2, "q"}, [2]bool{}})
	fmt.Printf("%#v %#v %#v %#v %#v\n", Num(1), Fl(1), Bo(true), Sl{1}, Ma{1: 2})
	fmt.Printf("%#v %#v %#v %#v %#v\n", []int(nil), map[string]int(nil), (*int)(nil), error(nil), struct{}{})
	fmt.Printf("%v %v %v %v %v %d %s\n", []int(nil), map[string]int(nil), (*int)(nil), error(nil), (func())(nil), nil, nil)
	fmt.Printf("%+v %v\n", struct {
		X any
		Y *int
	}{}, struct{ a, b any }{1, "s"})
	fmt.Printf("%#v %#v\n", struct{ X, Y int }{1, 2}, []struct{ N string }{{"a"}})
	fmt.Printf("%v %v\n", [][]int{{1}, {2, 3}, nil}, [2][]string{{"a"}, nil})
	fmt.Printf("%#v %#v %#v %#v\n", 1.0, 1e6, 1e21, float32(0.5))
	fmt.Printf("%#v %#v %#v\n", "q\"uo`te", 'x', []byte("hi"))
	fmt.Printf("%v %v\n", &[]int{1}, &map[string]int{"a": 1})
	fmt.Printf("%#v %#v\n", &[]int{1}, &[1]string{"z"})
	fmt.Printf("%6v|%-6v|%06v|%v\n", in, []int{1, 2}, [2]int{3, 4}, [0]int{})
	fmt.Printf("%+v %+v\n", map[In]*In{{1, "k"}: nil}, map[string]any{"n": nil, "l": []int{1}})
	fmt.Printf("%T %T %T %T %T %T %T\n", nil, in, o.M, o.F, o.C, o, []any{nil})
	fmt.Printf("%T %T %T\n", struct {
		A int `tag:"x"`
		b []string
	}{}, func(int, ...string) (bool, error) { return false, nil }, map[[2]int]chan<- *In{})
}
