// All channels are made.
package main

type logger struct {
	lines chan string
	done  chan struct{}
}

func newLogger() *logger {
	return &logger{lines: make(chan string, 1), done: make(chan struct{})}
}

func main() {
	l := newLogger()
	go func() {
		<-l.done
	}()
	l.lines <- "hello"
	close(l.done)
}
