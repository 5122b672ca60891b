// Two goroutines that hand a number to and fro over unbuffered channels: how many rendezvous a second.
package main

func main() {
	const rounds = 200_000
	ping, pong := make(chan int), make(chan int)
	go func() {
		for n := range ping {
			pong <- n + 1
		}
		close(pong)
	}()
	n := 0
	for range rounds {
		ping <- n
		n = <-pong
	}
	close(ping)
	println(n)
}
