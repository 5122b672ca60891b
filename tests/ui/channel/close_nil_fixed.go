// A service that was not started has nothing to stop.
package main

type service struct {
	quit chan struct{}
}

func (s *service) start() {
	s.quit = make(chan struct{})
	go func(quit chan struct{}) {
		<-quit
	}(s.quit)
}

func (s *service) stop() {
	if s.quit == nil {
		return
	}
	close(s.quit)
}

func main() {
	var idle, busy service
	idle.stop()
	busy.start()
	busy.stop()
}
