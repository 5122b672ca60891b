// Two who stop a service both find it running, and both close the channel; the test that panics has one finding, not two.
package service

import "testing"

type service struct{ quit chan struct{} }

func (s *service) stop() {
	select {
	case <-s.quit:
	default:
		close(s.quit) //~ close-of-closed
	}
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
