// A worker that finds nothing to do returns without Done.
package main

import "sync"

func work(group *sync.WaitGroup, jobs []int) {
	if len(jobs) == 0 {
		return
	}
	group.Done()
}

func main() {
	var group sync.WaitGroup
	group.Add(2)
	go work(&group, []int{1})
	go work(&group, nil)
	group.Wait() //~ deadlock
}
