// Peterson's lock for n: who wants to enter climbs levels, and at each the last to come waits for the others.
package main

import "sync/atomic"

const n = 2

var (
	level  [n]atomic.Int32
	last   [n]atomic.Int32
	inside int
)

func enter(me int32) {
	for l := int32(1); l < n; l++ {
		level[me].Store(l)
		last[l].Store(me)
		for other := int32(0); other < n; other++ {
			if other != me {
				for level[other].Load() >= l && last[l].Load() == me {
				}
			}
		}
	}
	inside++
	inside--
	level[me].Store(0)
}

func main() {
	for me := int32(1); me < n; me++ {
		go enter(me)
	}
	enter(0)
}
