// The session keeps its cancel function but never calls it, and its watcher stays.
package main

import "context"

type session struct {
	cancel context.CancelFunc
}

func open() *session {
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{cancel: cancel}
	go func() {
		<-ctx.Done() //~ leak
	}()
	return s
}

func (s *session) close() {
}

func main() {
	s := open()
	s.close()
}
