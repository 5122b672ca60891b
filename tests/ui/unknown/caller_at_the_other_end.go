// What the caller holds it may wake: a result, a field of the receiver. What nobody else knows nobody wakes.
package unknown

type ticker struct {
	ticks chan int
	stop  chan struct{}
}

func Count(n int) <-chan int {
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for i := range n {
			numbers <- i
		}
	}()
	return numbers
}

func (t *ticker) Start() {
	t.ticks = make(chan int)
	t.stop = make(chan struct{})
	forgotten := make(chan int)
	go func() {
		select {
		case t.ticks <- 1:
		case <-t.stop:
		}
	}()
	go func() {
		forgotten <- 1 //~ leak
	}()
}
