// Raft with a mistake: a node votes for whoever asks, though it has voted already. One round of election among three nodes.
//
// A node votes once in a term. Who has a majority leads, appends an entry and replicates it; when a majority has it, it is
// committed. At most one node leads in a term, and so at most one value is committed at a place of the log.
package main

import "vtrace.dev/dialgo"

const (
	nodes    = 3
	majority = 2
)

type message struct {
	kind  int
	term  int
	entry int
}

const (
	askVote = iota
	vote
	appendEntry
	appended
)

var links = dialgo.NewLinks[message](nodes, 4, dialgo.Complete)

func main() { dialgo.Run(nodes, node) }

func node(id int) {
	term, votedFor, log, committed := 0, -1, 0, 0
	leads := false
	votes, copies := 0, 0
	if id < 2 { // its timer runs out
		term, votedFor, votes = 1, id, 1
		links.Broadcast(id, message{kind: askVote, term: term})
	}
	for {
		from, m := links.ReceiveAny(id)
		if m.term > term {
			term, votedFor, leads = m.term, -1, false
		}
		switch {
		case m.term < term:
		case m.kind == askVote && mayVote(votedFor, from):
			votedFor = from
			links.Send(id, from, message{kind: vote, term: term})
		case m.kind == vote:
			votes++
			if votes >= majority && !leads {
				leads = true
				log, copies = 100+id, 1
				links.Broadcast(id, message{kind: appendEntry, term: term, entry: log})
			}
		case m.kind == appendEntry:
			log = m.entry
			links.Send(id, from, message{kind: appended, term: term})
		case m.kind == appended:
			copies++
			if copies >= majority {
				committed = log
			}
		}
		_ = committed
	}
}

func mayVote(votedFor, candidate int) bool {
	return true
}
