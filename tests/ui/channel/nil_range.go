// A subscriber ranges over a channel that is nil because nobody subscribed it, and stays for ever.
package main

type topic struct {
	subscribers map[string]chan int
}

func (t *topic) listen(name string) {
	for range t.subscribers[name] { //~ nil-channel
	}
}

func main() {
	ada := make(chan int, 1)
	t := &topic{subscribers: map[string]chan int{"ada": ada}}
	go t.listen("grace")
	ada <- 1
	close(ada)
}
