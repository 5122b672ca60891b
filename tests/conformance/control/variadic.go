// Variadic functions: no arguments, spread aliasing, nil spread, interface spread, multi-value forwarding.
package main

import "fmt"

func count(xs ...int) (int, bool) { return len(xs), xs == nil }
func set(xs ...int) {
	if len(xs) > 0 {
		xs[0] = 99
	}
}
func anys(xs ...any) string             { return fmt.Sprintln(len(xs), xs) }
func pre(s string, xs ...string) string { return s + fmt.Sprint(xs) }
func multi() (string, string, string)   { return "a", "b", "c" }
func pair() (int, error)                { return 7, nil }
func fns(fs ...func(int) int) int {
	x := 1
	for _, f := range fs {
		x = f(x)
	}
	return x
}

type opt func(*conf)
type conf struct{ a, b int }

func New(opts ...opt) (c conf) {
	for _, o := range opts {
		o(&c)
	}
	return
}
func A(n int) opt { return func(c *conf) { c.a = n } }
func B(n int) opt { return func(c *conf) { c.b = n } }

type T struct{}

func (T) V(p int, xs ...int) int { return p + len(xs) }

func main() {
	fmt.Println(count())
	fmt.Println(count(nil...))
	fmt.Println(count([]int{}...))
	fmt.Println(count(1, 2))
	s := []int{1, 2, 3}
	set(s...)
	set(s[1:]...)
	fmt.Println(s)
	a, b := 1, 2
	set(a, b)
	fmt.Println(a, b)
	fmt.Print(anys(), anys(nil), anys(nil...), anys([]any{1, 2}...), anys([]any{1, 2}), anys(s), anys(1, "x", nil))
	fmt.Println(pre(multi()), pre("x"), pre("x", []string{"y"}...))
	fmt.Println(pair())
	fmt.Print(anys(pair()))
	fmt.Println(fns(func(x int) int { return x + 1 }, func(x int) int { return x * 10 }), fns())
	fmt.Println(New(A(1), B(2)), New())
	f := T{}.V
	g := T.V
	fmt.Println(f(1, 2, 3), g(T{}, 1), T{}.V(10, s...))
	var e []error
	fmt.Println(fmt.Sprint(e), fmt.Sprint([]any{}...) == "")
	defer func(xs ...string) { fmt.Println(xs, len(xs)) }(multi())
}
