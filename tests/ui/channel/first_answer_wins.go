// Of several replicas that answer, only the first is heard; the others wait for ever.
package main

func ask(replica int, answers chan<- int) {
	answers <- replica //~ leak
}

func first(replicas int) int {
	answers := make(chan int)
	for replica := 0; replica < replicas; replica++ {
		go ask(replica, answers)
	}
	return <-answers
}

func main() {
	first(3)
}
