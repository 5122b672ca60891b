// A struct literal forgets to make its channel, and sending on nil blocks for ever.
package main

type logger struct {
	lines chan string
	done  chan struct{}
}

func newLogger() *logger {
	return &logger{done: make(chan struct{})}
}

func main() {
	l := newLogger()
	go func() {
		<-l.done
	}()
	l.lines <- "hello" //~ nil-channel
	close(l.done)
}
