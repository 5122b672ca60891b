// Package requests sends requests to whoever serves them. The answer to a request comes on the channel in it: whoever has received the
// request can send it.
package requests

type request struct {
	answer chan int
}

type Client struct {
	requests chan *request
}

func (c *Client) Ask() {
	r := &request{answer: make(chan int)}
	go func() {
		<-r.answer
	}()
	c.requests <- r
}
