// Select: default, send and receive cases, assignment forms, evaluation of operands, closed and nil channels.
package main

import "fmt"

var log []string

func ch(name string, c chan int) chan int { log = append(log, name); return c }
func val(v int) int                       { log = append(log, fmt.Sprint("v", v)); return v }

func main() {
	c, full := make(chan int, 1), make(chan int, 1)
	full <- 7
	var nilc chan int
	select {
	case v := <-c:
		fmt.Println("got", v)
	default:
		fmt.Println("default")
	}
	select {
	case ch("nil", nilc) <- val(1):
		fmt.Println("impossible")
	case ch("c", c) <- val(2):
		fmt.Println("sent")
	case <-ch("nil2", nilc):
	}
	fmt.Println(log, <-c)
	var a [2]int
	var ok bool
	m := map[string]int{}
	select {
	case a[len(a)-1], ok = <-full:
		fmt.Println(a, ok)
	}
	full <- 8
	select {
	case m["k"] = <-full:
		fmt.Println(m)
	}
	close(full)
	select {
	case v, ok := <-full:
		fmt.Println(v, ok)
	case <-c:
	}
	for i := range 3 {
		select {
		case <-full:
			if i == 1 {
				break
			}
			fmt.Println("closed ready", i)
		}
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		select {
		case full <- 1:
		default:
			fmt.Println("not default")
		}
	}()
	p := &a[0]
	c <- 99
	select {
	case *p = <-c:
	}
	fmt.Println(a)
	select {
	default:
		fmt.Println("only default")
	}
	c <- 5
	select {
	case _, ok = <-c:
		fmt.Println(ok)
	case _ = <-nilc:
	}
	c <- 1
	select {
	case c <- 2:
		fmt.Println("overfull")
	case v := <-c:
		fmt.Println("drained", v)
	}
	f := func() (chan int, int) { return c, 3 }
	x, y := f()
	select {
	case x <- y * 10:
	}
	fmt.Println(<-c)
}
