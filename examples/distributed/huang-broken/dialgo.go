package main

// The part of DiAlGo's framework that its programs bring along: a complete network of NODES nodes, in which each array of
// channels has one for each pair of nodes and direction.

import "math/rand"

const NODES int = 3
const EDGES int = NODES * (NODES - 1)

// Init is called first. Nothing is left to do: Go seeds its random numbers itself.
func Init() {}

// RandomBool chooses.
func RandomBool() bool {
	return rand.Intn(2) == 1
}

// RandomInt chooses a number between the two, both included.
func RandomInt(min int, max int) int {
	return min + rand.Intn(max-min+1)
}

// GetReceiveIndex says on which channel pidA hears from pidB.
func GetReceiveIndex(pidA int, pidB int) int {
	if pidA > pidB {
		return (NODES-1)*pidB + pidA - 1
	}
	return (NODES-1)*pidB + pidA
}

// Send sends a message from pidA to pidB.
func Send(pidA int, pidB int, chans [EDGES]chan interface{}, msg interface{}) {
	chans[GetReceiveIndex(pidB, pidA)] <- msg
}

// SendLossy sends a message, or loses it.
func SendLossy(pidA int, pidB int, chans [EDGES]chan interface{}, msg interface{}) {
	if RandomBool() {
		Send(pidA, pidB, chans, msg)
	}
}

// Broadcast sends a message to all others, one after the other.
func Broadcast(pid int, chans [EDGES]chan interface{}, msg interface{}) {
	for i := 0; i < NODES; i++ {
		if i != pid {
			Send(pid, i, chans, msg)
		}
	}
}

// BroadcastLossy sends a message to all others, and may lose any of them.
func BroadcastLossy(pid int, chans [EDGES]chan interface{}, msg interface{}) {
	for i := 0; i < NODES; i++ {
		if i != pid {
			SendLossy(pid, i, chans, msg)
		}
	}
}
