// The worker gets a copy of the group, and its Done does not reach the original.
package main

import "sync"

func work(group sync.WaitGroup) {
	group.Done()
}

func main() {
	var group sync.WaitGroup
	group.Add(1)
	go work(group)
	group.Wait() //~ deadlock
}
