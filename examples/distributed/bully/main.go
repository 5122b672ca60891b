// The bully algorithm: the node with the largest number that is up is the leader. DiAlGo's version.
//
// Nodes send the leader a heartbeat and wait for its answer. Who gets none asks those with larger numbers to take over, and
// declares itself the leader if none of them answers.
package main

import (
	"fmt"
	"sync"
	"time"
)

const ROUNDS = 1

var bool_chanHeartbeat [EDGES]chan interface{}
var int_chanElection [EDGES]chan interface{}
var int_chanElectionResult [EDGES]chan interface{}

func main() {
	Init()
	for i := range bool_chanHeartbeat {
		bool_chanHeartbeat[i] = make(chan interface{}, 1)
	}
	for i := range int_chanElection {
		int_chanElection[i] = make(chan interface{}, 10)
	}
	for i := range int_chanElectionResult {
		int_chanElectionResult[i] = make(chan interface{}, 1)
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
	var isLeader bool = false
	var leaderPid int = NODES - 1
	var doingElection bool = false
	var answered bool = false
	var timeout bool = false

	if pid == NODES-1 {
		isLeader = true
	}
	for round := 0; round < ROUNDS; round++ {
		// Is there a new leader?
		for from := 0; from < NODES; from++ {
			if from != pid {
				select {
				case result := <-int_chanElectionResult[GetReceiveIndex(pid, from)]:
					leaderPid = result.(int)
					isLeader = false
				default:
				}
			}
		}

		if !isLeader && !doingElection {
			Send(pid, leaderPid, bool_chanHeartbeat, true)
			time.Sleep(2 * time.Second)
			select {
			case <-bool_chanHeartbeat[GetReceiveIndex(pid, leaderPid)]:
				timeout = false
			default:
				timeout = true
			}
			if timeout {
				doingElection = true
				for larger := pid + 1; larger < NODES; larger++ {
					Send(pid, larger, int_chanElection, pid)
					answered = false
				}
			}
		} else if isLeader {
			for from := 0; from < NODES; from++ {
				if from != pid {
					select {
					case <-bool_chanHeartbeat[GetReceiveIndex(pid, from)]:
						Send(pid, from, bool_chanHeartbeat, true)
					default:
					}
				}
			}
		}

		// Does somebody want an election?
		for smaller := 0; smaller < pid; smaller++ {
			select {
			case <-int_chanElection[GetReceiveIndex(pid, smaller)]:
				Send(pid, smaller, int_chanElection, pid)
				doingElection = true
				for larger := pid + 1; larger < NODES; larger++ {
					Send(pid, larger, int_chanElection, pid)
					answered = false
				}
			default:
			}
		}

		if doingElection {
			for larger := pid + 1; larger < NODES; larger++ {
				time.Sleep(2 * time.Second)
				select {
				case <-int_chanElection[GetReceiveIndex(pid, larger)]:
					answered = true
					leaderPid = larger
				default:
				}
			}
			if !answered {
				isLeader = true
				leaderPid = pid
				Broadcast(pid, int_chanElectionResult, pid)
			}
			doingElection = false
		}
		time.Sleep(500 * time.Millisecond)
	}
	fmt.Println(pid, "is done; its leader is", leaderPid)
}
