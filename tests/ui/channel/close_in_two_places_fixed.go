// A Once makes the second close do nothing.
package main

import "sync"

type conn struct {
	once sync.Once
	gone chan struct{}
}

func (c *conn) shut() {
	c.once.Do(func() { close(c.gone) })
}

func main() {
	c := &conn{gone: make(chan struct{})}
	go func() {
		c.shut()
	}()
	c.shut()
}
