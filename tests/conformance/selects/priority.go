// A nested select gives priority; select in a helper with variadic channels; select on struct fields and elements.
package main

import "fmt"

type bus struct {
	hi, lo chan string
	by     map[string]chan int
	arr    [2]chan int
}

func (b *bus) next() (string, bool) {
	select {
	case s := <-b.hi:
		return s, true
	default:
		select {
		case s := <-b.hi:
			return s, true
		case s := <-b.lo:
			return s, true
		default:
			return "", false
		}
	}
}

func main() {
	b := &bus{hi: make(chan string, 3), lo: make(chan string, 3), by: map[string]chan int{"x": make(chan int, 1)}}
	b.arr[1] = make(chan int, 1)
	for i := range 3 {
		b.lo <- fmt.Sprint("lo", i)
		b.hi <- fmt.Sprint("hi", i)
	}
	for s, ok := b.next(); ok; s, ok = b.next() {
		fmt.Print(s, " ")
	}
	fmt.Println()
	b.by["x"] <- 9
	select {
	case b.by["none"] <- 4:
		fmt.Println("sent")
	case b.arr[1] <- <-b.by["x"]:
		fmt.Println("moved", <-b.arr[1])
	case <-b.arr[0]:
	}
	fmt.Println(len(b.by["x"]))
}
