// Ricart and Agrawala with a mistake: of two who asked at the same time, each lets the other go first.
package main

import "vtrace.dev/dialgo"

const nodes = 2

type message struct {
	reply bool
	time  int // of a request
}

var links = dialgo.NewLinks[message](nodes, 2, dialgo.Complete)

func main() { dialgo.Run(nodes, node) }

func node(id int) {
	clock := dialgo.RandomInt(1, 2)
	inside, asked := false, clock
	waiting, open := nodes-1, nodes-1 // for answers; requests of others that will come
	var deferred []int

	links.Broadcast(id, message{time: asked})
	for waiting > 0 || open > 0 {
		if waiting == 0 && !inside && asked > 0 {
			inside = true
			dialgo.Step()
			inside, asked = false, 0
			for _, other := range deferred {
				links.Send(id, other, message{reply: true})
			}
			deferred = nil
			continue
		}
		from, m := links.ReceiveAny(id)
		switch {
		case m.reply:
			waiting--
		case asked > 0 && (asked < m.time):
			open--
			deferred = append(deferred, from)
		default:
			open--
			links.Send(id, from, message{reply: true})
		}
	}
	if asked > 0 {
		inside = true
		dialgo.Step()
		inside = false
		for _, other := range deferred {
			links.Send(id, other, message{reply: true})
		}
	}
}
