// Suzuki and Kasami's algorithm, as it was first written for DiAlGo: a request can get lost.
//
// A node that wants the token asks all others, and everybody keeps a queue of those who asked, which travels with the token.
// The queue is a number, a digit for each node, the next one last. After some rounds a node goes home; the last one then keeps
// the token, and so every run ends in a deadlock.
package main

import (
	"fmt"
	"sync"
)

const ROUNDS = 5

// Requests can be under way while the receiver does something else; the token is handed over.
var bool_chanRequest [EDGES]chan interface{}
var int_chanReply [EDGES]chan interface{}

func main() {
	Init()
	for i := range bool_chanRequest {
		bool_chanRequest[i] = make(chan interface{}, 1)
	}
	for i := range int_chanReply {
		int_chanReply[i] = make(chan interface{})
	}

	var nodes sync.WaitGroup
	nodes.Add(NODES)
	go func() {
		node(0)
		nodes.Done()
	}()
	go func() {
		node(1)
		nodes.Done()
	}()
	go func() {
		node(2)
		nodes.Done()
	}()
	nodes.Wait()
}

func node(pid int) {
	var hasToken bool = false
	var wasInCs bool = false
	var queue int = 0
	var rest int = 0
	var length int = 0
	var waits bool = false

	if pid == 0 {
		hasToken = true
	}
	for round := 0; round < ROUNDS; round++ {
		if !hasToken {
			if !wasInCs {
				Broadcast(pid, bool_chanRequest, true)
			}
			for !hasToken {
				for from := 0; from < NODES; from++ {
					if from != pid {
						select {
						case token := <-int_chanReply[GetReceiveIndex(pid, from)]:
							hasToken = true
							queue = token.(int)
						default:
						}
					}
				}
				// Here is the mistake: a request that comes while the token is on its way is forgotten.
				for from := 0; from < NODES; from++ {
					if from != pid {
						select {
						case <-bool_chanRequest[GetReceiveIndex(pid, from)]:
						default:
						}
					}
				}
			}
		} else {
			fmt.Println(pid, "is in the critical section")
			for hasToken {
				for from := 0; from < NODES; from++ {
					if from != pid {
						select {
						case <-bool_chanRequest[GetReceiveIndex(pid, from)]:
							rest = queue
							length = 0
							waits = false
							for rest%10 != 0 {
								length++
								if rest%10 == from+1 {
									waits = true
								}
								rest = rest / 10
							}
							if !waits {
								if length == 0 {
									queue += from + 1
								} else if length == 1 {
									queue += (from + 1) * 10
								} else if length == 2 {
									queue += (from + 1) * 100
								} else {
									queue += (from + 1) * 1000
								}
							}
						default:
						}
					}
				}
				if queue != 0 {
					hasToken = false
					wasInCs = true
					Send(pid, queue%10-1, int_chanReply, queue/10)
					queue = queue / 10
				}
			}
		}
	}
}
