// As many receives as sends: correct for every count, though the count is a variable.
package main

func send(values chan int, count int) {
	for i := 0; i < count; i++ {
		values <- i
	}
}

func receive(values chan int, count int) {
	for i := 0; i < count; i++ {
		<-values
	}
}

func main() {
	for count := range 4 {
		values := make(chan int)
		go send(values, count)
		receive(values, count)
	}
}
