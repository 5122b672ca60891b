// Defers in loops, conditionals and recursion; deferred closures over changing variables; many defers.
package main

import "fmt"

func many(n int) (sum int) {
	for i := range n {
		defer func() { sum += i }()
	}
	return 1
}

func cond(b bool) (s string) {
	if b {
		defer func() { s += "-cond" }()
	}
	defer func() { s += "-always" }()
	for range 2 {
		if !b {
			defer func() { s += "-loop" }()
		}
	}
	return "r"
}

func rec(n int) {
	if n == 0 {
		panic("bottom")
	}
	defer func() {
		fmt.Print(n, " ")
		if n == 3 {
			fmt.Print(recover(), " ")
		}
	}()
	rec(n - 1)
	fmt.Print("after", n, " ")
}

func chain() (err error) {
	for i := range 3 {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%v>%d", r, i)
				if i > 0 {
					panic(err)
				}
			}
		}()
	}
	panic("p")
}

type stack []func()

func (s *stack) add(f func()) *stack { *s = append(*s, f); return s }
func (s *stack) run() {
	for i := len(*s) - 1; i >= 0; i-- {
		(*s)[i]()
	}
}

func goto_() (n int) {
	i := 0
loop:
	defer func() { n = n*10 + i }()
	if i++; i < 3 {
		goto loop
	}
	return 0
}

func nilDefer() (r any) {
	defer func() { r = recover() }()
	var f func()
	defer f()
	fmt.Print("nil defer registered; ")
	return nil
}

func main() {
	fmt.Println(many(100))
	fmt.Println(cond(true), cond(false))
	rec(5)
	fmt.Println()
	fmt.Println(chain())
	var s stack
	defer s.run()
	s.add(func() { fmt.Println("last") }).add(func() { fmt.Println("first") })
	fmt.Println(goto_())
	fmt.Println(nilDefer())
	x := 0
	for x < 3 {
		func() {
			defer func() { x++ }()
			if x == 1 {
				return
			}
			fmt.Print("x", x, " ")
		}()
	}
	fmt.Println(x)
}
