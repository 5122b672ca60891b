// Main recovers only from its own panics, not from those of the goroutines that it starts.
package main

import "errors"

func handle(request int) error {
	if request == 0 {
		panic("empty request") //~ panic
	}
	return nil
}

func serve(requests []int) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("a request failed")
		}
	}()
	for _, request := range requests {
		go handle(request)
	}
	return nil
}

func main() {
	serve([]int{1, 0})
}
