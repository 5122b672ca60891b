// The consumer remembers the error and drains the channel.
package main

import "errors"

func produce(values chan<- int) {
	for i := 0; i < 3; i++ {
		values <- i
	}
	close(values)
}

func consume(values <-chan int) error {
	var err error
	for value := range values {
		if value == 1 && err == nil {
			err = errors.New("one is not allowed")
		}
	}
	return err
}

func main() {
	values := make(chan int)
	go produce(values)
	if err := consume(values); err != nil {
		return
	}
}
