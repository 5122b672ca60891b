// Closing the session cancels its context.
package main

import "context"

type session struct {
	cancel context.CancelFunc
}

func open() *session {
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{cancel: cancel}
	go func() {
		<-ctx.Done()
	}()
	return s
}

func (s *session) close() {
	s.cancel()
}

func main() {
	s := open()
	s.close()
}
