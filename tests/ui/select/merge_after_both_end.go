// A merge loop sets exhausted channels to nil, but has no end: at last it waits for two nil channels.
package main

func merge(a, b <-chan int, out chan<- int) {
	for {
		select { //~ nil-channel
		case v, ok := <-a:
			if !ok {
				a = nil
				continue
			}
			out <- v
		case v, ok := <-b:
			if !ok {
				b = nil
				continue
			}
			out <- v
		}
	}
}

func count(n int) <-chan int {
	c := make(chan int, n)
	for i := 0; i < n; i++ {
		c <- i
	}
	close(c)
	return c
}

func main() {
	out := make(chan int, 2)
	go merge(count(1), count(1), out)
	<-out
	<-out
}
