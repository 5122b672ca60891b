// Stopping a service that was never started closes a nil channel.
package main

type service struct {
	quit chan struct{}
}

func (s *service) start() {
	s.quit = make(chan struct{})
	go func() {
		<-s.quit
	}()
}

func (s *service) stop() {
	close(s.quit) //~ close-of-nil
}

func main() {
	var s service
	if enabled := false; enabled {
		s.start()
	}
	s.stop()
}
