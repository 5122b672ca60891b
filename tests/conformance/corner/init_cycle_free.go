// Initialisation through function references, method values, closures and composite literals.
package main

import "fmt"

var (
	table = map[string]func(int) int{"dbl": dbl, "sq": sq, "fact": fact}
	names = func() []string {
		var out []string
		for _, k := range []string{"dbl", "sq", "fact"} {
			out = append(out, fmt.Sprint(k, table[k](seed)))
		}
		return out
	}()
	seed   = next()
	count  int
	method        = obj.Get
	obj           = &T{v: base * 2}
	base          = next() + 10
	iface  Getter = obj
	total         = iface.Get() + method()
	arr           = [...]int{next(), next(), 5: next()}
	_             = func() int { count += 100; return 0 }()
	a, b          = pair()
	ch            = make(chan int, len(arr))
	st            = struct{ x, y int }{y: next(), x: next()}
)

type Getter interface{ Get() int }
type T struct{ v int }

func (t *T) Get() int { return t.v }

func next() int           { count++; return count }
func dbl(n int) int       { return n * 2 }
func sq(n int) int        { return n * n }
func pair() (int, string) { return next(), "p" }
func fact(n int) int {
	if n <= 1 {
		return 1
	}
	return n * table2["fact"](n-1)
}

var table2 = map[string]func(int) int{"fact": func(n int) int {
	r := 1
	for i := 2; i <= n; i++ {
		r *= i
	}
	return r
}}

func main() {
	fmt.Println(names, seed, base, obj.v, total, arr, a, b, cap(ch), st, count)
}
