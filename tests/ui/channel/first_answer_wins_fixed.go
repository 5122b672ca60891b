// The channel has room for all answers.
package main

func ask(replica int, answers chan<- int) {
	answers <- replica
}

func first(replicas int) int {
	answers := make(chan int, replicas)
	for replica := 0; replica < replicas; replica++ {
		go ask(replica, answers)
	}
	return <-answers
}

func main() {
	first(3)
}
