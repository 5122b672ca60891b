// A panic whose recovery panics again, three levels deep, ends with the whole history printed.
package main

import "fmt"

func a() {
	defer func() {
		r := recover()
		panic(fmt.Sprintf("a(%v)", r))
	}()
	b()
}

func b() {
	defer func() {
		panic(fmt.Errorf("b"))
	}()
	c()
}

func c() {
	defer fmt.Println("c deferred")
	var s []int
	_ = s[3]
}

func main() {
	defer fmt.Println("main deferred")
	a()
}
