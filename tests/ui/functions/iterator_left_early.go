// An iterator is fed by a goroutine, which stays when the loop over the iterator is left.
package main

import "iter"

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		numbers := make(chan int)
		go func() {
			defer close(numbers)
			for i := range n {
				numbers <- i //~ leak
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
