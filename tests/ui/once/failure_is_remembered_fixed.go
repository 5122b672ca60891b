// A lock and a look: after a failure the next caller tries again.
package main

import "sync"

type connection struct {
	id int
}

var (
	mu   sync.Mutex
	conn *connection
)

func connect(reachable bool) *connection {
	mu.Lock()
	defer mu.Unlock()
	if conn == nil && reachable {
		conn = &connection{id: 1}
	}
	return conn
}

func main() {
	var users sync.WaitGroup
	users.Go(func() {
		connect(false)
	})
	users.Go(func() {
		if connect(true).id != 1 {
			return
		}
	})
	users.Wait()
}
