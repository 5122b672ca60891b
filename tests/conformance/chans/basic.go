// Channels: len and cap, buffering order, close, comma-ok, nil comparisons, directions and printing of types.
package main

import "fmt"

func send(c chan<- int, vs ...int) {
	for _, v := range vs {
		c <- v
	}
}
func recv(c <-chan int) (int, bool) { v, ok := <-c; return v, ok }

func main() {
	c := make(chan int, 4)
	fmt.Println(len(c), cap(c))
	send(c, 1, 2, 3)
	fmt.Println(len(c), cap(c), <-c, len(c))
	close(c)
	fmt.Println(recv(c))
	fmt.Println(recv(c))
	fmt.Println(recv(c))
	v, ok := <-c
	fmt.Println(v, ok, len(c), cap(c))
	var n chan string
	fmt.Println(n == nil, len(n), cap(n))
	fmt.Printf("%T %T %T %T %T\n", c, (chan<- int)(c), (<-chan int)(c), make(chan (<-chan int)), make(chan func() chan<- bool))
	s := make(chan string, 1)
	s <- "x"
	str := <-s + "y"
	s <- str
	fmt.Println(<-s)
	d := c
	fmt.Println(c == d, c == make(chan int))
	st := make(chan struct {
		a int
		b []string
	}, 2)
	st <- struct {
		a int
		b []string
	}{1, []string{"q"}}
	fmt.Println((<-st).b[0])
	close(st)
	z := <-st
	fmt.Println(z.a, z.b == nil)
	e := make(chan error, 1)
	e <- nil
	fmt.Println(<-e == nil)
	cc := make(chan chan int, 1)
	in := make(chan int, 1)
	cc <- in
	in <- 42
	fmt.Println(<-<-cc)
	fc := make(chan func(int) int, 1)
	fc <- func(x int) int { return x * x }
	fmt.Println((<-fc)(9))
	arr := [2]chan int{make(chan int, 1), make(chan int, 1)}
	arr[1] <- 5
	m := map[string]chan int{"k": arr[1]}
	fmt.Println(<-m["k"], len(arr[0]))
	un := make(chan int)
	fmt.Println(len(un), cap(un))
	select {
	case un <- 1:
		fmt.Println("no")
	default:
		fmt.Println("would block")
	}
	var i any = un
	_, isSend := i.(chan<- int)
	_, isBoth := i.(chan int)
	fmt.Println(isSend, isBoth)
}
