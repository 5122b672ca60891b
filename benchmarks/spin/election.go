// Election of a leader in a ring (Chang and Roberts 1979): a station passes on numbers greater than its own.
package main

const n = 4

func station(own int, in <-chan int, out chan<- int, done chan<- bool) {
	out <- own
	for {
		got := <-in
		switch {
		case got == own:
			out <- -1
			<-in
			done <- true
			return
		case got == -1:
			out <- -1
			done <- false
			return
		case got > own:
			out <- got
		}
	}
}

func main() {
	var ring [n]chan int
	for i := range ring {
		ring[i] = make(chan int, n)
	}
	done := make(chan bool)
	for i := range n {
		go station((i*3+1)%n, ring[i], ring[(i+1)%n], done)
	}
	leaders := 0
	for range n {
		if <-done {
			leaders++
		}
	}
	if leaders != 1 {
		panic("not one leader")
	}
}
