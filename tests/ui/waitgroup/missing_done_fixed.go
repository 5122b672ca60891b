// Done is deferred.
package main

import "sync"

func work(group *sync.WaitGroup, jobs []int) {
	defer group.Done()
	if len(jobs) == 0 {
		return
	}
}

func main() {
	var group sync.WaitGroup
	group.Add(2)
	go work(&group, []int{1})
	go work(&group, nil)
	group.Wait()
}
