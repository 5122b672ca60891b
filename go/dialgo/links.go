package dialgo

import "time"

// Capacities of links.
const (
	// Synchronous: the sender waits until the receiver takes the message.
	Synchronous = 0
	// Asynchronous: one message can be under way; who sends a second one waits. Larger numbers are larger buffers.
	Asynchronous = 1
)

// A Topology says whether there is a link from one node to another.
type Topology func(n, from, to int) bool

// Complete has links between all nodes, in both directions.
func Complete(n, from, to int) bool { return from != to }

// Ring has a link from each node to the next.
func Ring(n, from, to int) bool { return to == (from+1)%n && n > 1 }

// Star has links between node 0 and each other one.
func Star(n, from, to int) bool { return from != to && (from == 0 || to == 0) }

// Graph has the links that are listed, each in the direction from its first node to its second.
func Graph(edges ...[2]int) Topology {
	return func(n, from, to int) bool {
		for _, edge := range edges {
			if edge == [2]int{from, to} {
				return true
			}
		}
		return false
	}
}

// Links carry messages of one type between nodes: one channel for each pair and direction that the topology has.
type Links[T any] struct {
	n         int
	unordered bool
	channels  []chan T // the one from a to b is at a·n+b; nil if there is none
}

// NewLinks makes links for n nodes, each with room for so many messages.
func NewLinks[T any](n, capacity int, topology Topology) *Links[T] {
	if n < 1 || n > MaxNodes {
		panic("dialgo: a network has 1 to 8 nodes")
	}
	l := &Links[T]{n: n, channels: make([]chan T, n*n)}
	for from := 0; from < n; from++ {
		for to := 0; to < n; to++ {
			if topology(n, from, to) {
				l.channels[from*n+to] = make(chan T, capacity)
			}
		}
	}
	return l
}

// NewUnordered makes links on which messages may overtake each other: a new one may get in front of the oldest.
func NewUnordered[T any](n, capacity int, topology Topology) *Links[T] {
	l := NewLinks[T](n, capacity, topology)
	l.unordered = true
	return l
}

// Chan gives the channel from one node to another, for a select; nil if there is no such link.
func (l *Links[T]) Chan(from, to int) chan T { return l.channels[from*l.n+to] }

// Neighbours lists the nodes to which a node has links.
func (l *Links[T]) Neighbours(of int) (list []int) {
	for to := 0; to < l.n; to++ {
		if l.Chan(of, to) != nil {
			list = append(list, to)
		}
	}
	return list
}

// Send sends a message, and waits until there is room for it.
func (l *Links[T]) Send(from, to int, message T) {
	link := l.channels[from*l.n+to]
	if link == nil {
		panic("dialgo: there is no such link")
	}
	if l.unordered {
		select {
		case oldest := <-link:
			if RandomBool() {
				link <- message
				message = oldest
			} else {
				link <- oldest
			}
		default:
		}
	}
	link <- message
}

// TrySend sends a message if there is room for it, and tells whether there was.
func (l *Links[T]) TrySend(from, to int, message T) bool {
	select {
	case l.channels[from*l.n+to] <- message:
		return true
	default:
		return false
	}
}

// SendLossy sends a message, or loses it.
func (l *Links[T]) SendLossy(from, to int, message T) {
	if RandomBool() {
		l.Send(from, to, message)
	}
}

// Broadcast sends a message to all neighbours, one after the other.
func (l *Links[T]) Broadcast(from int, message T) {
	for to := 0; to < l.n; to++ {
		if l.channels[from*l.n+to] != nil {
			l.Send(from, to, message)
		}
	}
}

// BroadcastLossy sends a message to all neighbours, and may lose any of them.
func (l *Links[T]) BroadcastLossy(from int, message T) {
	for to := 0; to < l.n; to++ {
		if l.channels[from*l.n+to] != nil {
			l.SendLossy(from, to, message)
		}
	}
}

// Receive waits for a message from one node.
func (l *Links[T]) Receive(at, from int) T { return <-l.channels[from*l.n+at] }

// TryReceive takes a message from one node if there is one.
func (l *Links[T]) TryReceive(at, from int) (message T, ok bool) {
	select {
	case message = <-l.channels[from*l.n+at]:
		return message, true
	default:
		return message, false
	}
}

// ReceiveTimeout waits for a message from one node, but not for ever.
func (l *Links[T]) ReceiveTimeout(at, from int, timeout time.Duration) (message T, ok bool) {
	select {
	case message = <-l.channels[from*l.n+at]:
		return message, true
	case <-time.After(timeout):
		return message, false
	}
}

// from gives the channel on which a node hears from another; nil if there is none. On nil one hears nothing.
func (l *Links[T]) from(from, at int) chan T {
	if from >= l.n {
		return nil
	}
	return l.channels[from*l.n+at]
}

// ReceiveAny waits for a message from any node, and tells from which.
func (l *Links[T]) ReceiveAny(at int) (from int, message T) {
	return l.receiveAny(at, nil)
}

// ReceiveAnyTimeout waits for a message from any node, but not for ever.
func (l *Links[T]) ReceiveAnyTimeout(at int, timeout time.Duration) (from int, message T, ok bool) {
	from, message = l.receiveAny(at, time.After(timeout))
	return from, message, from >= 0
}

func (l *Links[T]) receiveAny(at int, timeout <-chan time.Time) (from int, message T) {
	select {
	case message = <-l.from(0, at):
		return 0, message
	case message = <-l.from(1, at):
		return 1, message
	case message = <-l.from(2, at):
		return 2, message
	case message = <-l.from(3, at):
		return 3, message
	case message = <-l.from(4, at):
		return 4, message
	case message = <-l.from(5, at):
		return 5, message
	case message = <-l.from(6, at):
		return 6, message
	case message = <-l.from(7, at):
		return 7, message
	case <-timeout:
		return -1, message
	}
}
