// When main has enough primes and returns, the generator and all filters wait for ever to pass on the next number.
package main

func generate(out chan<- int) {
	for n := 2; ; n++ {
		out <- n //~ leak
	}
}

func sift(in <-chan int, out chan<- int, prime int) {
	for {
		n := <-in
		if n%prime != 0 {
			out <- n //~ leak
		}
	}
}

func primes(count int) []int {
	var found []int
	numbers := make(chan int)
	go generate(numbers)
	for i := 0; i < count; i++ {
		prime := <-numbers
		found = append(found, prime)
		sifted := make(chan int)
		go sift(numbers, sifted, prime)
		numbers = sifted
	}
	return found
}

func main() {
	primes(2)
}
