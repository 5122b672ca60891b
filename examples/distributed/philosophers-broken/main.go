// Dining philosophers with a mistake: everybody takes the left fork first.
package main

import "vtrace.dev/dialgo"

const philosophers = 4

// A fork lies on the table if there is something in its channel.
var forks [philosophers]chan bool

func main() {
	for i := range forks {
		forks[i] = make(chan bool, 1)
		forks[i] <- true
	}
	dialgo.Run(philosophers, philosopher)
}

func philosopher(id int) {
	eating := false
	first, second := id, (id+1)%philosophers
	for range 2 {
		<-forks[first]
		<-forks[second]
		eating = true
		forks[second] <- true
		eating = false
		forks[first] <- true
	}
	_ = eating
}
