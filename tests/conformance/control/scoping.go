// Shadowing in blocks, if/else chains, for clauses, closures, short redeclaration and package-level names.
package main

import "fmt"

var x = "package"

type len2 int

func ret() (int, error) { return 1, nil }

func shadow() (err error) {
	if _, err := ret(); err == nil {
		err = fmt.Errorf("inner")
		_ = err
	}
	{
		var err = fmt.Errorf("block")
		_ = err
	}
	a, err := ret()
	b, err := ret()
	_, _ = a, b
	return
}

func main() {
	fmt.Println(x)
	x := x + "+local"
	fmt.Println(x)
	{
		x := 5
		x++
		fmt.Println(x)
		{
			x := fmt.Sprint(x, "s")
			fmt.Println(x)
		}
	}
	if x := 1; x > 5 {
		fmt.Println("no")
	} else if y := x * 2; y > 5 {
		fmt.Println("no", x)
	} else {
		x := x + y
		fmt.Println("else", x, y)
	}
	for x := 0; x < 2; x++ {
		x := x * 10
		fmt.Print(x, " ")
	}
	fmt.Println(x)
	switch x := 3; {
	case x > 2:
		x := "case"
		fmt.Println(x)
	}
	func() {
		x = "assigned in closure"
		x := 1
		_ = x
	}()
	fmt.Println(x, shadow() == nil)
	true := false
	nil := 0
	string := func(n int) int { return n * 2 }
	fmt.Println(true, nil, string(21))
	type int float64
	var f int = 2.5
	fmt.Println(f * 2)
	len := func(s []byte) int { return 99 }
	fmt.Println(len([]byte{1}), len2(4))
	var a, b = 1, 2
	a, c := b, a
	fmt.Println(a, b, c)
	_ = func(_, _ rune, z bool) {}
	type T struct{ T *T }
	fmt.Println(T{&T{}}.T.T == (*T)(((*T)(((*T)(((*T)(((T{}).T)))))))))
	const k = 3
	{
		const k = k * k
		fmt.Println(k)
	}
	fmt.Println(k)
}
