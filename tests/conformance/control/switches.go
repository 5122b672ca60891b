// Switch: fallthrough, no condition, init statements, duplicates via variables, evaluation order, default anywhere.
package main

import "fmt"

func f(i int) int { fmt.Print("f", i, " "); return i }

func grade(n int) string {
	switch {
	case n >= 90:
		return "A"
	case n >= 80:
		return "B"
	}
	return "C"
}

func ft(n int) (s string) {
	switch n {
	default:
		s += "d"
		fallthrough
	case 1:
		s += "1"
		fallthrough
	case 2:
		s += "2"
	case 3, 4:
		s += "34"
		if n == 4 {
			break
		}
		fallthrough
	case 5:
		s += "5"
	case 6:
	}
	return
}

type color int

func main() {
	fmt.Println(grade(95), grade(85), grade(5))
	for i := range 8 {
		fmt.Print(ft(i), " ")
	}
	fmt.Println()
	switch f(2) {
	case f(1), f(2), f(3):
		fmt.Println("hit")
	case f(4):
	}
	switch x := f(5); {
	case x > 3:
		fmt.Println("big")
	default:
		fmt.Println("small")
	}
	switch s := "abc"; s[1:] {
	case "x", "bc":
		fmt.Println("bc")
	}
	var i any = color(2)
	switch i {
	case 2:
		fmt.Println("int 2")
	case color(2):
		fmt.Println("color 2")
	}
	switch true {
	case false:
	case len("a") > 0:
		fmt.Println("true")
	}
	switch f := 2.5; f {
	case 2.5:
		fmt.Println("float")
	}
	switch [2]int{1, 2} {
	case [2]int{1, 2}:
		fmt.Println("array")
	}
	switch p := (*int)(nil); p {
	case nil:
		fmt.Println("nil ptr")
	}
	var e error
	switch e {
	case nil:
		fmt.Println("nil err")
	}
	switch a, b := 1, 2; a + b {
	case a:
		fmt.Println("a")
	case b, 3:
		fmt.Println("3")
	}
	switch {
	case func() bool { fmt.Print("one "); return false }():
	case func() bool { fmt.Print("two "); return true }():
		fmt.Println("done")
	case func() bool { fmt.Print("three "); return true }():
	}
	switch 'x' {
	case 'a', 'b':
		fmt.Println("ab")
	case 'w' + 1:
		fmt.Println("x")
	}
}
