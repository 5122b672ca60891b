// A worker that fails reports so with a Done of its own, besides the usual one.
package main

import "sync"

func work(group *sync.WaitGroup, fail bool) {
	if fail {
		group.Done()
	}
	group.Done() //~ negative-waitgroup
}

func main() {
	var group sync.WaitGroup
	group.Add(2)
	go work(&group, true)
	go work(&group, false)
	group.Wait()
}
