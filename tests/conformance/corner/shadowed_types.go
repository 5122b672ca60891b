// Local types of the same name are distinct; types declared in functions and generics keep their identity.
package main

import "fmt"

type T struct{ a int }

func f() any {
	type T struct{ a int }
	return T{1}
}
func g() any {
	type T struct{ a int }
	return T{1}
}
func h(n int) any {
	type L struct{ n int }
	if n == 0 {
		return L{0}
	}
	return h(n - 1)
}
func gen[X any]() any {
	type L struct{ x X }
	return L{}
}
func loop() (out []any) {
	for i := range 2 {
		type It int
		out = append(out, It(0))
		_ = i
	}
	return
}

func main() {
	fmt.Println(f() == g(), f() == f(), any(T{1}) == f())
	fmt.Printf("%T %T %T\n", f(), g(), T{})
	fmt.Println(h(0) == h(5), gen[int]() == gen[int](), gen[int]() == gen[string]())
	l := loop()
	fmt.Println(l[0] == l[1])
	func() {
		type T int
		type U = T
		var x U = 5
		fmt.Printf("%T %v\n", x, any(x) == any(T(5)))
		defer func() { fmt.Println(recover()) }()
		_ = f().(T)
	}()
	type pair struct{ k, v any }
	m := map[any]int{}
	m[f()]++
	m[g()]++
	m[f()]++
	m[pair{1, f()}]++
	m[pair{1, f()}]++
	fmt.Println(len(m), m[f()], m[pair{1, f()}], m[pair{1, g()}])
	switch f().(type) {
	case T:
		fmt.Println("package T")
	default:
		fmt.Println("other T")
	}
	byteAlias, runeAlias := any(byte(1)), any(rune(1))
	_, ok1 := byteAlias.(uint8)
	_, ok2 := runeAlias.(int32)
	_, ok3 := any(1).(interface{})
	fmt.Println(ok1, ok2, ok3)
	fmt.Println(any(struct{ a int }{1}) == any(struct{ a int }{1}), any([]int(nil)) == nil)
}
