// Every stage stops when the last one says so.
package main

func numbers(n int, stop <-chan struct{}) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range n {
			select {
			case out <- i:
			case <-stop:
				return
			}
		}
	}()
	return out
}

func squares(in <-chan int, stop <-chan struct{}) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for n := range in {
			select {
			case out <- n * n:
			case <-stop:
				return
			}
		}
	}()
	return out
}

func main() {
	stop := make(chan struct{})
	defer close(stop)
	for square := range squares(numbers(4, stop), stop) {
		if square == 1 {
			break
		}
	}
}
