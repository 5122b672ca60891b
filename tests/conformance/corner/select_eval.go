// Select evaluates all channel and value operands once in source order, the receive target only if chosen.
package main

import "fmt"

var log []string

func c(n string, ch chan int) chan int { log = append(log, n); return ch }
func v(n string, x int) int            { log = append(log, n); return x }
func idx(n string, i int) int          { log = append(log, n); return i }
func flush()                           { fmt.Println(log); log = nil }

func main() {
	a, b := make(chan int, 1), make(chan int, 1)
	arr := [3]int{}
	b <- 5
	select {
	case c("a", nil) <- v("va", 1):
	case arr[idx("ib", 1)] = <-c("b", b):
	case arr[idx("ia2", 0)] = <-c("a2", a):
	case c("nil", nil) <- v("vn", 2):
	}
	flush()
	fmt.Println(arr)
	select {
	case c("a", a) <- v("va", 9):
	case x, ok := <-c("b", b):
		fmt.Println(x, ok)
	}
	flush()
	m := map[int]int{}
	var ok bool
	select {
	case m[idx("key", 3)], ok = <-c("a", a):
	case m[idx("key2", 4)] = <-c("b", b):
	}
	flush()
	fmt.Println(m, ok)
	func() {
		defer func() { fmt.Println(recover()); flush() }()
		var nm map[int]int
		a <- 1
		select {
		case nm[idx("k", 1)] = <-c("a", a):
		}
	}()
	fmt.Println(len(a))
	func() {
		defer func() { fmt.Println(recover()); flush() }()
		select {
		case c("x", a) <- func() int { panic("value panics") }():
		case <-c("never", b):
		}
	}()
	fmt.Println(len(a))
	select {
	case <-c("e1", b):
	case c("e2", nil) <- v("ev", 1):
	default:
		log = append(log, "default")
	}
	flush()
}
