// Paxos for one decision: two proposers, three acceptors. Whatever happens, only one value is ever decided.
package main

import "vtrace.dev/dialgo"

const (
	nodes     = 5
	proposers = 2 // the others accept
	majority  = 2
)

type message struct {
	accept bool // otherwise prepare
	ballot int
	value  int
}

type answer struct {
	ok     bool
	ballot int // the last one that was accepted; 0 for none
	value  int
}

var requests = dialgo.NewLinks[message](nodes, 1, dialgo.Complete)
var answers = dialgo.NewLinks[answer](nodes, 1, dialgo.Complete)

func main() {
	dialgo.Start(
		func() { proposer(0) }, func() { proposer(1) },
		func() { acceptor(2) }, func() { acceptor(3) }, func() { acceptor(4) },
	)
}

// ask sends a request to all acceptors, and gives the answers of a majority, if they agree.
func ask(id int, m message) (highest answer, ok bool) {
	for to := proposers; to < proposers+majority; to++ {
		// Which majority does not matter here; each proposer has its own.
		requests.Send(id, member(id, to), m)
	}
	agreed := true
	for from := proposers; from < proposers+majority; from++ {
		a := answers.Receive(id, member(id, from))
		agreed = agreed && a.ok
		if a.ballot > highest.ballot {
			highest = a
		}
	}
	return highest, agreed
}

// member gives the acceptors that a proposer asks: 2 and 3, or 3 and 4.
func member(proposer, acceptor int) int { return acceptor + proposer }

func proposer(id int) {
	decided := 0
	ballot, value := id+1, 10+id
	if highest, ok := ask(id, message{ballot: ballot}); ok {
		if highest.ballot > 0 {
			value = highest.value
		}
		if _, ok := ask(id, message{accept: true, ballot: ballot, value: value}); ok {
			decided = value
		}
	}
	_ = decided
}

func acceptor(id int) {
	promised, accepted, value := 0, 0, 0
	for {
		from, m := requests.ReceiveAny(id)
		ok := m.ballot >= promised
		if ok {
			promised = m.ballot
		}
		reply := answer{ok, accepted, value}
		if ok && m.accept {
			accepted, value = m.ballot, m.value
		}
		answers.Send(id, from, reply)
	}
}
