// The one who hands the job on counts it as done, and so does who takes it: the second of them panics, whoever that is.
package main

import "sync"

func main() {
	var jobs sync.WaitGroup
	log := make(chan string, 1)
	jobs.Add(1)
	go func() {
		defer jobs.Done() //~ negative-waitgroup
		go func() {
			defer jobs.Done() //~ negative-waitgroup
			log <- "worked"
		}()
	}()
	jobs.Wait()
}
