// Setting channels to nil in a select loop disables their cases.
//
//conformance:seeds 50
package main

import "fmt"

func merge(a, b <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for a != nil || b != nil {
			select {
			case v, ok := <-a:
				if !ok {
					a = nil
					continue
				}
				out <- v
			case v, ok := <-b:
				if !ok {
					b = nil
					break
				}
				out <- v
			}
		}
	}()
	return out
}

func produce(vs ...int) <-chan int {
	c := make(chan int)
	go func() {
		for _, v := range vs {
			c <- v
		}
		close(c)
	}()
	return c
}

func main() {
	sum, n := 0, 0
	lastOdd, lastEven := -1, -2
	for v := range merge(produce(1, 3, 5, 7), produce(0, 2, 4)) {
		sum += v
		n++
		if v%2 == 1 {
			if v < lastOdd {
				panic("order")
			}
			lastOdd = v
		} else {
			if v < lastEven {
				panic("order")
			}
			lastEven = v
		}
	}
	fmt.Println(sum, n)
}
