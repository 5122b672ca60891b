// Which of a variable and a call in the same expression is evaluated first is for the compiler to choose; this prints
// what it chose.
package main

var g = 1

func f() int { g *= 10; return 1 }

func main() {
	x := g + f()
	println(x)
}
