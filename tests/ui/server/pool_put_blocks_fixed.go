// A surplus connection is dropped.
package main

import "sync"

type conn struct{}

type pool struct {
	idle chan *conn
}

func (p *pool) get() *conn {
	select {
	case c := <-p.idle:
		return c
	default:
		return &conn{}
	}
}

func (p *pool) put(c *conn) {
	select {
	case p.idle <- c:
	default:
	}
}

func main() {
	p := &pool{idle: make(chan *conn, 1)}
	var users sync.WaitGroup
	for range 2 {
		users.Go(func() {
			p.put(p.get())
		})
	}
	users.Wait()
}
