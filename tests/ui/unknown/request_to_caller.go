// Package requests sends requests to whoever serves them. The answer to a request comes on the channel in it; who listens to another
// one, which nobody knows, waits for ever.
package requests

type request struct {
	answer chan int
}

type Client struct {
	requests chan *request
}

func (c *Client) Ask() {
	r := &request{answer: make(chan int)}
	other := make(chan int)
	go func() {
		<-other //~ leak
	}()
	c.requests <- r
}
