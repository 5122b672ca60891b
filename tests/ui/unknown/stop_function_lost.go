// Package watch tells others how to stop what it starts. Of the second one nobody is told.
package watch

func Start(register func(stop func())) {
	first, second := make(chan bool), make(chan bool)
	go func() {
		<-first
	}()
	go func() {
		<-second //~ leak
	}()
	register(func() { close(first) })
}
