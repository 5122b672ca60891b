// Defer: LIFO order, arguments evaluated at the defer, method and closure defers, in loops, on panic.
package main

import "fmt"

type T struct{ n int }

func (t T) show(s string)   { fmt.Println("T", t.n, s) }
func (t *T) pshow(s string) { fmt.Println("*T", t.n, s) }

func tr(s string) string { fmt.Println("enter", s); return s }
func un(s string)        { fmt.Println("leave", s) }

func nested() {
	defer un(tr("nested"))
	defer func() {
		defer func() { fmt.Println("inner inner") }()
		fmt.Println("inner")
	}()
	fmt.Println("body")
}

func getf(i int) func() {
	fmt.Println("getf", i)
	return func() { fmt.Println("f", i) }
}

func early(n int) string {
	defer fmt.Println("early", n)
	if n == 0 {
		return "zero"
	}
	defer fmt.Println("late", n)
	for i := 0; i < n; i++ {
		defer fmt.Print("loop", i, " ")
	}
	return "done"
}

func main() {
	x := 1
	defer fmt.Println("x at defer", x)
	defer func() { fmt.Println("x at exit", x) }()
	x = 2
	t := T{1}
	defer t.show("value")
	defer t.pshow("pointer")
	p := &t
	defer p.show("via pointer")
	t.n = 9
	nested()
	defer getf(1)()
	fmt.Println(early(0))
	fmt.Println(early(2))
	for i := range 3 {
		defer func(n int) { fmt.Println("arg", n, i) }(i * 10)
	}
	m := map[string]int{"a": 1}
	defer delete(m, "a")
	defer fmt.Println(len(m), m)
	var ifc interface{ show(string) } = t
	defer ifc.show("iface")
	ifc = &T{100}
	ch := make(chan int, 1)
	defer func() { v, ok := <-ch; fmt.Println("closed", v, ok) }()
	defer close(ch)
	s := []int{1, 2}
	defer fmt.Println(s, append(s, 3))
	s[0] = 99
	func() {
		defer fmt.Println("before panic")
		defer func() { fmt.Println("recovered", recover()) }()
		defer fmt.Println("still runs")
		panic("boom")
	}()
	defer copy(s, s[1:])
	fmt.Println("end of main")
}
