// An empty tree has the sum zero.
package main

type tree struct {
	left, right *tree
	value       int
}

func (t *tree) sum(out chan<- int) {
	if t == nil {
		out <- 0
		return
	}
	parts := make(chan int)
	go t.left.sum(parts)
	go t.right.sum(parts)
	out <- t.value + <-parts + <-parts
}

func main() {
	root := &tree{value: 1, right: &tree{value: 2}}
	out := make(chan int)
	go root.sum(out)
	<-out
}
