// The worker gets a pointer to the group.
package main

import "sync"

func work(group *sync.WaitGroup) {
	group.Done()
}

func main() {
	var group sync.WaitGroup
	group.Add(1)
	go work(&group)
	group.Wait()
}
