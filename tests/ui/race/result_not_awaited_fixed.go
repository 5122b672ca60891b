// The result comes through a channel.
package main

func compute() int { return 6 * 7 }

func main() {
	results := make(chan int, 1)
	go func() {
		results <- compute()
	}()
	if result := <-results; result == 0 {
		panic("nothing")
	}
}
