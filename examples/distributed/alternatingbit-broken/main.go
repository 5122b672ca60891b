// The alternating bit protocol without the bit: a packet that was sent again is taken for the next one.
package main

import (
	"time"

	"vtrace.dev/dialgo"
)

const items = 3

type packet struct {
	bit  bool
	item int
}

var packets = dialgo.NewLinks[packet](2, 2, dialgo.Complete)
var answers = dialgo.NewLinks[bool](2, 2, dialgo.Complete)

func main() {
	dialgo.Start(func() { sender(0) }, func() { receiver(1) })
}

func sender(id int) {
	bit := false
	for item := 1; item <= items; item++ {
		for {
			packets.TrySend(id, 1, packet{bit, item})
			answer, ok := answers.ReceiveTimeout(id, 1, time.Second)
			if ok && answer == bit {
				break
			}
		}
		bit = !bit
	}
}

func receiver(id int) {
	last, bit, wrong := 0, false, false
	for last < items && !wrong {
		p := packets.Receive(id, 0)
		if true { // p.bit == bit
			wrong = p.item != last+1
			last = p.item
			bit = !bit
		}
		answers.TrySend(id, 0, p.bit)
	}
}
