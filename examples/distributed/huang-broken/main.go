// Huang's algorithm with two workers, and a mistake: who gives half of its weight away keeps the whole. So there is more weight than
// there should be, and the agent may have all of it while somebody still works.
//
// The agent has a weight, and gives half of it to the worker that it starts. Whoever gives work to another gives half of
// its weight along, and sends what it has left to the agent when it becomes idle. All work is done when the agent has the
// whole weight again. In DiAlGo's style: a function for each kind of node, channels in arrays.
package main

import (
	"fmt"
	"os"
	"sync"
)

const WEIGHT int = 4096

var int_chanMsg [EDGES]chan interface{}

func main() {
	Init()
	for i := range int_chanMsg {
		int_chanMsg[i] = make(chan interface{}, 1)
	}

	var nodes sync.WaitGroup
	nodes.Add(NODES)
	go func() {
		controlAgent(0)
		nodes.Done()
	}()
	go func() {
		worker(1)
		nodes.Done()
	}()
	go func() {
		worker(2)
		nodes.Done()
	}()
	nodes.Wait()
}

func controlAgent(pid int) {
	var weight int = WEIGHT / 2
	var terminated bool = false

	Send(pid, 1, int_chanMsg, WEIGHT/2)
	for !terminated {
		select {
		case msg1 := <-int_chanMsg[GetReceiveIndex(pid, 1)]:
			weight += msg1.(int)
		case msg2 := <-int_chanMsg[GetReceiveIndex(pid, 2)]:
			weight += msg2.(int)
		default:
		}
		if weight == WEIGHT {
			terminated = true
		}
	}
	fmt.Println("control agent: everybody is done")
	os.Exit(3)
}

func worker(pid int) {
	var active bool = false
	var weight int = 0
	var hasSendActivations bool = false
	var goIdle bool = false
	var doSendActivation bool = false

	for true {
		for from := 0; from < NODES; from++ {
			if from != pid {
				select {
				case msg := <-int_chanMsg[GetReceiveIndex(pid, from)]:
					weight += msg.(int)
					active = true
				default:
				}
			}
		}
		if active {
			if !hasSendActivations {
				for to := 1; to < NODES; to++ {
					if to != pid {
						doSendActivation = RandomBool()
						if doSendActivation {
							Send(pid, to, int_chanMsg, weight/2)
						}
					}
				}
				hasSendActivations = true
			} else {
				goIdle = RandomBool()
				if goIdle {
					active = false
					hasSendActivations = false
					Send(pid, 0, int_chanMsg, weight)
					weight = 0
				}
			}
		}
	}
}
