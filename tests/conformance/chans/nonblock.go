// Non-blocking sends and receives of several element types, on unbuffered and buffered channels, with and without partners.
package main

import (
	"fmt"
	"time"
)

func tryRecv[T any](c <-chan T) (v T, got, ok bool) {
	select {
	case v, ok = <-c:
		return v, true, ok
	default:
		return v, false, false
	}
}
func trySend[T any](c chan<- T, v T) bool {
	select {
	case c <- v:
		return true
	default:
		return false
	}
}

func check[T comparable](a, b T) {
	for _, size := range []int{0, 1, 2} {
		c := make(chan T, size)
		_, got, _ := tryRecv(c)
		n := 0
		for trySend(c, a) {
			n++
		}
		fmt.Print(got, " ", n, " ", n == size, "; ")
		for range n {
			v, got, ok := tryRecv(c)
			if !got || !ok || v != a {
				fmt.Print("wrong ")
			}
		}
		done := make(chan bool)
		go func() { c <- b; done <- true }()
		var v T
		for {
			var got bool
			if v, got, _ = tryRecv(c); got {
				break
			}
			time.Sleep(100 * time.Microsecond)
		}
		<-done
		if v != b {
			fmt.Print("lost ")
		}
		go func() { v := <-c; done <- v == a }()
		for !trySend(c, a) {
			time.Sleep(100 * time.Microsecond)
		}
		fmt.Print(<-done, " ")
		close(c)
		v, got, ok := tryRecv(c)
		var zero T
		fmt.Println(v == zero, got, ok)
	}
}

func main() {
	check(1, 2)
	check("a", "b")
	check(true, false)
	check(struct{ x [3]int }{[3]int{1}}, struct{ x [3]int }{[3]int{2}})
	check[any](1, "mixed")
	check(1.5, 2.5)
	check[error](nil, fmt.Errorf("e"))
}
