// The iterator tells its goroutine when the loop is left.
package main

import "iter"

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		numbers := make(chan int)
		stop := make(chan struct{})
		defer close(stop)
		go func() {
			defer close(numbers)
			for i := range n {
				select {
				case numbers <- i:
				case <-stop:
					return
				}
			}
		}()
		for number := range numbers {
			if !yield(number) {
				return
			}
		}
	}
}

func main() {
	for number := range count(3) {
		if number == 1 {
			break
		}
	}
}
