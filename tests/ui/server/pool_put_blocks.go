// More connections were opened than the pool keeps, and putting the surplus one back blocks.
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
	p.idle <- c //~ deadlock
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
