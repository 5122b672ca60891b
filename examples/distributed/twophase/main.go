// Two-phase commit: all do it, or none does.
package main

import "vtrace.dev/dialgo"

const nodes = 3 // 0 coordinates

const (
	undecided = iota
	committed
	aborted
)

var votes = dialgo.NewLinks[bool](nodes, dialgo.Asynchronous, dialgo.Star)
var decisions = dialgo.NewLinks[int](nodes, dialgo.Asynchronous, dialgo.Star)

func main() {
	dialgo.Start(func() { coordinator(0) }, func() { participant(1) }, func() { participant(2) })
}

func coordinator(id int) {
	decision := committed
	for from := 1; from < nodes; from++ {
		if !votes.Receive(id, from) {
			decision = aborted
		}
	}
	decisions.Broadcast(id, decision)
}

func participant(id int) {
	decision := undecided
	vote := dialgo.RandomBool()
	votes.Send(id, 0, vote)
	if !vote {
		decision = aborted // no need to wait
	}
	if told := decisions.Receive(id, 0); decision == undecided {
		decision = told
	}
}
