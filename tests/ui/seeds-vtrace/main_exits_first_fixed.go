// The value that is produced is one that the receiver accepts.
package main

func check(in chan int) {
	value := <-in
	if value == 0 {
		panic("a zero came in")
	}
}

func produce(out chan int) {
	out <- 1
}

func main() {
	values := make(chan int)
	go check(values)
	go produce(values)
}
