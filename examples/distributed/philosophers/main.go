// Dining philosophers: each needs two forks. The one with the smaller number is taken first, and so nobody waits in a circle.
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
	if first > second {
		first, second = second, first
	}
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
