// Package watch tells others how to stop what it starts. They may do so whenever they like.
package watch

func Start(register func(stop func())) {
	first, second := make(chan bool), make(chan bool)
	go func() {
		<-first
	}()
	go func() {
		<-second
	}()
	register(func() { close(first) })
	register(func() { close(second) })
}
