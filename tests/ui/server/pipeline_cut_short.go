// The last stage of a pipeline returns early, and both stages before it hang on their sends.
package main

func numbers(n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range n {
			out <- i //~ leak
		}
	}()
	return out
}

func squares(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for n := range in {
			out <- n * n //~ leak
		}
	}()
	return out
}

func main() {
	for square := range squares(numbers(4)) {
		if square == 1 {
			break
		}
	}
}
