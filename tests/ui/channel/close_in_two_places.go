// A connection is closed by its owner and by its reader, and both close the same channel.
package main

type conn struct {
	gone chan struct{}
}

func (c *conn) shut() {
	close(c.gone) //~ close-of-closed
}

func main() {
	c := &conn{gone: make(chan struct{})}
	go func() {
		c.shut()
	}()
	c.shut()
}
