// All channels are known to the caller.
package unknown

type ticker struct {
	ticks chan int
	stop  chan struct{}
}

func (t *ticker) Start() {
	t.ticks = make(chan int)
	t.stop = make(chan struct{})
	go func() {
		select {
		case t.ticks <- 1:
		case <-t.stop:
		}
	}()
}
