// The consumer returns at the first bad value, and the producer waits for ever to deliver the next.
package main

import "errors"

func produce(values chan<- int) {
	for i := 0; i < 3; i++ {
		values <- i //~ leak
	}
	close(values)
}

func consume(values <-chan int) error {
	for value := range values {
		if value == 1 {
			return errors.New("one is not allowed")
		}
	}
	return nil
}

func main() {
	values := make(chan int)
	go produce(values)
	if err := consume(values); err != nil {
		return
	}
}
