// Method values bind their receiver when evaluated; method expressions take it as a parameter.
package main

import "fmt"

type T struct{ n int }

func (t T) Get() int        { return t.n }
func (t *T) Inc(by int) int { t.n += by; return t.n }

type I interface{ Get() int }

type F func(int) int

func (f F) Twice(x int) int { return f(f(x)) }

type E struct {
	*T
	I
}

type emb struct{ T }

func apply(fs ...func() int) (out []int) {
	for _, f := range fs {
		out = append(out, f())
	}
	return
}

func main() {
	t := T{1}
	g := t.Get
	inc := t.Inc
	t.n = 10
	fmt.Println(g(), inc(5), t.n, g(), t.Get())
	p := &t
	pg := p.Get
	p.n = 100
	fmt.Println(pg(), p.Get())
	p = &T{7}
	fmt.Println(inc(1), t.n)
	ge, ie, pge := T.Get, (*T).Inc, (*T).Get
	fmt.Println(ge(t), ie(&t, 2), pge(&t))
	fmt.Printf("%T %T %T %T\n", ge, ie, g, inc)
	var i I = t
	ig := i.Get
	i = T{555}
	fmt.Println(ig(), i.Get(), I.Get(i))
	fmt.Println(F(func(x int) int { return x * 3 }).Twice(2), F.Twice(func(x int) int { return x + 1 }, 0))
	fmt.Println(apply(t.Get, T{3}.Get, (&T{4}).Get, i.Get, func() int { return -1 }))
	e := emb{T{9}}
	eg, ei := e.Get, e.Inc
	ei(1)
	fmt.Println(eg(), e.n, emb.Get(e), (*emb).Inc(&e, 5), e.T.n)
	func() {
		defer func() { fmt.Println(recover()) }()
		var ni I
		f := ni.Get
		fmt.Println("unreachable", f)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var np *T
		f := np.Inc
		fmt.Println("bound nil")
		f(1)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var np *T
		f := np.Get
		fmt.Println("unreachable", f)
	}()
	fs := map[string]func(*T, int) int{"inc": (*T).Inc}
	fmt.Println(fs["inc"](&t, 1))
	defer t.Inc(len(fmt.Sprintln("deferred arg")))
	var arr [3]T
	for k := range arr {
		defer arr[k].Inc(k)
	}
	ms := []func(int) int{arr[0].Inc, arr[1].Inc}
	ms[0](5)
	ms[1](6)
	fmt.Println(arr)
}
