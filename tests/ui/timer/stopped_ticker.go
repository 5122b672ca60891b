// Stopping a ticker does not close its channel: who ranges over it waits for ever.
package main

import "time"

func main() {
	ticker := time.NewTicker(time.Second)
	go func() {
		for range ticker.C { //~ leak
		}
	}()
	ticker.Stop()
}
