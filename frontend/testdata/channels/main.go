package main

import "sync"

type message struct {
	from  int
	reply chan<- string
}

type server interface{ serve(<-chan message) }

type echo struct {
	mu    sync.Mutex
	count int
}

func (e *echo) serve(c <-chan message) {
	for m := range c {
		e.mu.Lock()
		e.count++
		e.mu.Unlock()
		select {
		case m.reply <- "hello":
		default:
			println("nobody waits")
		}
	}
}

func main() {
	c := make(chan message)
	done := make(chan struct{})
	var s server = &echo{}
	go func() {
		defer close(done)
		s.serve(c)
	}()
	for i := range 3 {
		reply := make(chan string, 1)
		c <- message{i, reply}
		select {
		case r, ok := <-reply:
			println(r, ok)
		case <-done:
			return
		}
	}
	close(c)
	<-done
	defer func() { println(recover().(error).Error()) }()
	var nothing *echo
	println(nothing.count)
}
