// Generator and filters stop when main closes a channel that all of them watch.
package main

func generate(out chan<- int, stop <-chan struct{}) {
	for n := 2; ; n++ {
		select {
		case out <- n:
		case <-stop:
			return
		}
	}
}

func sift(in <-chan int, out chan<- int, prime int, stop <-chan struct{}) {
	for {
		var n int
		select {
		case n = <-in:
		case <-stop:
			return
		}
		if n%prime == 0 {
			continue
		}
		select {
		case out <- n:
		case <-stop:
			return
		}
	}
}

func primes(count int) []int {
	stop := make(chan struct{})
	defer close(stop)
	var found []int
	numbers := make(chan int)
	go generate(numbers, stop)
	for i := 0; i < count; i++ {
		prime := <-numbers
		found = append(found, prime)
		sifted := make(chan int)
		go sift(numbers, sifted, prime, stop)
		numbers = sifted
	}
	return found
}

func main() {
	primes(2)
}
