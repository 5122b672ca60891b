// Two goroutines communicate and one then panics, but main does not wait and usually exits first.
package main

func check(in chan int) {
	value := <-in
	if value == 0 {
		panic("a zero came in") //~ panic
	}
}

func produce(out chan int) {
	out <- 0
}

func main() {
	values := make(chan int)
	go check(values)
	go produce(values)
}
