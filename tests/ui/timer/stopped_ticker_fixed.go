// A channel of its own tells the goroutine to stop.
package main

import "time"

func main() {
	ticker := time.NewTicker(time.Second)
	stop := make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
			case <-stop:
				return
			}
		}
	}()
	ticker.Stop()
	close(stop)
}
