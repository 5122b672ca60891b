// The second round begins while an observer of the first may still be waiting.
package main

import "sync"

func main() {
	var round sync.WaitGroup
	round.Add(1)
	go func() { round.Done() }()
	go func() { round.Wait() }()
	round.Wait()
	round.Add(1) //~ waitgroup-misuse
	go func() { round.Done() }()
	round.Wait()
}
