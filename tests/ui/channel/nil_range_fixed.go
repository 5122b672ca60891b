// Only those who are subscribed listen.
package main

type topic struct {
	subscribers map[string]chan int
}

func (t *topic) listen(name string) {
	events, ok := t.subscribers[name]
	if !ok {
		return
	}
	for range events {
	}
}

func main() {
	ada := make(chan int, 1)
	t := &topic{subscribers: map[string]chan int{"ada": ada}}
	go t.listen("grace")
	go t.listen("ada")
	ada <- 1
	close(ada)
}
