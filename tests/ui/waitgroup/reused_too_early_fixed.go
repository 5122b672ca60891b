// Each round has a group of its own.
package main

import "sync"

func main() {
	var first, second sync.WaitGroup
	first.Add(1)
	go func() { first.Done() }()
	go func() { first.Wait() }()
	first.Wait()
	second.Add(1)
	go func() { second.Done() }()
	second.Wait()
}
