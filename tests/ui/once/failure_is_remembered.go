// A first attempt that fails uses up the Once, and the second caller finds nothing.
package main

import "sync"

type connection struct {
	id int
}

var (
	once sync.Once
	conn *connection
)

func connect(reachable bool) *connection {
	once.Do(func() {
		if reachable {
			conn = &connection{id: 1}
		}
	})
	return conn
}

func main() {
	var users sync.WaitGroup
	users.Go(func() {
		connect(false)
	})
	users.Go(func() {
		if connect(true).id != 1 { //~ panic
			return
		}
	})
	users.Wait()
}
