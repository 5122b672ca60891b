// An actor loop: typed messages through one mailbox, ask pattern, supervision after a panic.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

type msg interface{ isMsg() }
type deposit struct{ n int }
type withdraw struct {
	n     int
	reply chan<- error
}
type balance struct{ reply chan<- int }
type crash struct{}
type stop struct{ done chan<- struct{} }

func (deposit) isMsg()  {}
func (withdraw) isMsg() {}
func (balance) isMsg()  {}
func (crash) isMsg()    {}
func (stop) isMsg()     {}

type actor struct {
	box      chan msg
	bal      int
	restarts int
}

func (a *actor) handle(m msg) (again bool) {
	defer func() {
		if r := recover(); r != nil {
			a.restarts++
			again = true
		}
	}()
	switch m := m.(type) {
	case deposit:
		a.bal += m.n
	case withdraw:
		if a.bal < m.n {
			m.reply <- fmt.Errorf("only %d", a.bal)
			break
		}
		a.bal -= m.n
		m.reply <- nil
	case balance:
		m.reply <- a.bal
	case crash:
		panic("crash")
	case stop:
		close(m.done)
		return false
	}
	return true
}

func main() {
	a := &actor{box: make(chan msg, 3)}
	go func() {
		for m := range a.box {
			if !a.handle(m) {
				return
			}
		}
	}()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			a.box <- deposit{(i + 1) * 10}
			if i == 2 {
				a.box <- crash{}
			}
		})
	}
	wg.Wait()
	r := make(chan int)
	a.box <- balance{r}
	fmt.Println(<-r)
	e := make(chan error)
	a.box <- withdraw{30, e}
	fmt.Println(<-e)
	a.box <- withdraw{300, e}
	fmt.Println(<-e)
	d := make(chan struct{})
	a.box <- stop{d}
	<-d
	fmt.Println(a.bal, a.restarts)
}
