// == on nested arrays, structs and interfaces stops at the first difference, panics only if it must.
package main

import "fmt"

type K struct {
	id   int
	tags [2]string
	any  any
	in   struct{ p *int }
}

func try(name string, f func() bool) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panics:", r)
		}
	}()
	fmt.Println(name, f())
}

func main() {
	x := 1
	a := K{1, [2]string{"a", "b"}, 2.5, struct{ p *int }{&x}}
	b := a
	try("equal", func() bool { return a == b })
	b.any = 2
	try("dynamic type", func() bool { return a == b })
	b.any = K{}
	try("nested struct", func() bool { return a == b })
	a.any = K{}
	try("nested equal", func() bool { return a == b })
	a.any, b.any = []int{}, []int{}
	try("slice inside", func() bool { return a == b })
	b.id = 2
	try("differs before slice", func() bool { return a == b })
	try("array of any", func() bool { return [2]any{1, []int{}} == [2]any{2, []int{}} })
	try("array of any 2", func() bool { return [2]any{1, []int{}} == [2]any{1, []int{}} })
	try("array of any 3", func() bool { return [2]any{[]int{}, 1} == [2]any{[]int{}, 2} })
	var f1, f2 any = func() {}, func() {}
	try("funcs", func() bool { return f1 == f2 })
	try("func vs nil", func() bool { return f1 == nil })
	try("func vs int", func() bool { return f1 == any(1) })
	var m1 any = map[string]int{}
	try("map vs slice", func() bool { return m1 == any([]int{}) })
	var p1, p2 any = &a, &a
	try("pointers", func() bool { return p1 == p2 })
	c1 := make(chan int)
	try("chans", func() bool { return any(c1) == any(c1) && any(c1) != any(make(chan int)) })
	type E struct{}
	try("empty", func() bool { return any(E{}) == any(E{}) && any(E{}) != any(struct{}{}) })
	var e1, e2 error
	try("nil errors", func() bool { return e1 == e2 })
	s1, s2 := "ab", string([]byte{'a', 'b'})
	try("strings", func() bool { return any(s1) == any(s2) && [1]string{s1} == [1]string{s2} })
	try("arrays", func() bool { return [2][2]int{{1}, {2}} == [2][2]int{{1, 0}, {2, 0}} })
	try("any in map", func() bool { return map[any]int{[2]any{1, "a"}: 7}[[2]any{1, "a"}] == 7 })
	ptr := func() any { return new(struct{ a int }) }
	try("fresh pointers", func() bool { return ptr() == ptr() })
}
