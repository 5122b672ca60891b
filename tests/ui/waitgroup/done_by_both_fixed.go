// Only who does the job counts it as done.
package main

import "sync"

func main() {
	var jobs sync.WaitGroup
	log := make(chan string, 1)
	jobs.Add(1)
	go func() {
		go func() {
			defer jobs.Done()
			log <- "worked"
		}()
	}()
	jobs.Wait()
}
