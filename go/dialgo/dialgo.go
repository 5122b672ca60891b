// Package dialgo is for writing distributed algorithms: nodes with numbers, and links between them.
//
// A node is a function with the node's number as its parameter. [Run] starts so many of them and waits until all have
// returned. They share nothing but links:
//
//	var tokens = dialgo.NewLinks[int](3, dialgo.Asynchronous, dialgo.Ring)
//
//	func main() { dialgo.Run(3, node) }
//
//	func node(id int) {
//		if id == 0 {
//			tokens.Send(0, 1, 42)
//		}
//		token := tokens.Receive(id, (id+2)%3)
//		tokens.Send(id, (id+1)%3, token)
//	}
//
// It is an ordinary program: `go run` runs it, once. `vtrace sim` looks at all its runs, also at those in which nodes crash
// and messages get lost, and calls the nodes node0, node1 and node2.
//
// Links should be made before the first node is started, best as package-level variables, and not be changed later: then
// looking at them is no step of a run.
package dialgo

import (
	"math/rand"
	"runtime"
	"sync"
)

// MaxNodes is how many nodes a network may have: [Links.ReceiveAny] listens to so many at once.
const MaxNodes = 8

// Run starts n nodes, with the numbers from 0 on, and waits until all have returned.
func Run(n int, node func(id int)) {
	if n < 1 || n > MaxNodes {
		panic("dialgo: a network has 1 to 8 nodes")
	}
	var nodes sync.WaitGroup
	nodes.Add(n)
	for id := 0; id < n; id++ {
		// As a parameter: a variable that closures share would have to be looked at step by step.
		go func(id int) {
			node(id)
			nodes.Done()
		}(id)
	}
	nodes.Wait()
}

// Start starts nodes of different kinds, and waits until all have returned:
//
//	dialgo.Start(func() { server(0) }, func() { client(1) }, func() { client(2) })
func Start(nodes ...func()) {
	var all sync.WaitGroup
	all.Add(len(nodes))
	for _, node := range nodes {
		go func(node func()) {
			node()
			all.Done()
		}(node)
	}
	all.Wait()
}

// RandomBool chooses one of the two. vtrace looks at both.
func RandomBool() bool { return rand.Intn(2) == 1 }

// RandomInt chooses a number from min to max, both included. vtrace looks at all of them.
func RandomInt(min, max int) int { return min + rand.Intn(max-min+1) }

// Step takes a step in which nothing happens: between what is before it and what is behind it, others may act.
func Step() { runtime.Gosched() }

// Mark says that the node has come here: vtrace's queries can ask for passed(node1, name).
func Mark(name string) {}
