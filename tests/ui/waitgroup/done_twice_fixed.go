// Every worker is done once.
package main

import "sync"

func work(group *sync.WaitGroup, fail bool) {
	defer group.Done()
	if fail {
		return
	}
}

func main() {
	var group sync.WaitGroup
	group.Add(2)
	go work(&group, true)
	go work(&group, false)
	group.Wait()
}
