// A Once closes the channel for whoever comes first.
package service

import (
	"sync"
	"testing"
)

type service struct {
	quit chan struct{}
	once sync.Once
}

func (s *service) stop() {
	s.once.Do(func() { close(s.quit) })
}

func TestStop(t *testing.T) {
	s := &service{quit: make(chan struct{})}
	stopped := make(chan struct{})
	go func() {
		s.stop()
		close(stopped)
	}()
	s.stop()
	<-stopped
}
