package main

import "fmt"

type T struct{ n int }

func (t *T) Pointer() int { return t.n }
func (t T) Value() int    { return t.n }

type Box[E any] struct{ e E }

func (b *Box[E]) Get() E { return b.e }

type Pair[K, V any] struct {
	k K
	v V
}

func Generic[E any](e E) *Box[E] { return &Box[E]{e} }

var global = func() int { return 1 }()

func init() { global++ }

func init() { global-- }

func count(yield func(int) bool) {
	_ = yield(1) && yield(2)
}

func main() {
	t := &T{global}
	answer := t.Pointer() + T.Value(*t)
	f := func() int {
		return func() int { return answer }()
	}
	g := func() int { return f() + answer }
	for i := range count {
		fmt.Println(i, g())
	}
	fmt.Println(Generic(1).Get(), Generic(*t).Get(), Pair[string, T]{})
	fmt.Println(struct {
		A int
		b string `tag`
	}{})
}
