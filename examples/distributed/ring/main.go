// Chang and Roberts's election in a ring: the largest number goes all the way round.
package main

import "vtrace.dev/dialgo"

const nodes = 3

type message struct {
	elected bool // otherwise a candidate
	id      int
}

var links = dialgo.NewLinks[message](nodes, dialgo.Asynchronous, dialgo.Ring)

func main() { dialgo.Run(nodes, node) }

func node(id int) {
	leader := -1
	next, before := (id+1)%nodes, (id+nodes-1)%nodes
	links.Send(id, next, message{id: id})
	for leader < 0 {
		m := links.Receive(id, before)
		switch {
		case m.elected:
			leader = m.id
			links.Send(id, next, m)
		case m.id > id:
			links.Send(id, next, m)
		case m.id == id: // it was everywhere, and nobody is larger
			leader = id
			links.Send(id, next, message{elected: true, id: id})
		}
	}
}
