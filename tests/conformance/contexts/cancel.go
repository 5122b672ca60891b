// context: Background, WithCancel, propagation to children, Err, Cause, double cancel, printing.
package main

import (
	"context"
	"errors"
	"fmt"
)

func main() {
	bg := context.Background()
	fmt.Println(bg, context.TODO(), bg.Err(), bg.Done() == nil, bg.Value("k"))
	a, cancelA := context.WithCancel(bg)
	b, cancelB := context.WithCancel(a)
	c, cancelC := context.WithCancelCause(b)
	fmt.Println(a.Err(), b.Err(), a)
	cancelB()
	<-b.Done()
	<-c.Done()
	fmt.Println(a.Err(), b.Err(), c.Err(), context.Cause(c))
	cancelC(errors.New("too late"))
	fmt.Println(context.Cause(c))
	cancelB()
	d, cancelD := context.WithCancelCause(a)
	boom := errors.New("boom")
	cancelD(boom)
	fmt.Println(d.Err(), context.Cause(d), errors.Is(context.Cause(d), boom), d.Err() == context.Canceled)
	e, _ := context.WithCancel(d)
	fmt.Println(e.Err(), context.Cause(e))
	w := context.WithoutCancel(a)
	cancelA()
	fmt.Println(w.Err(), w.Done() == nil, a.Err())
	f, cancelF := context.WithCancelCause(bg)
	cancelF(nil)
	fmt.Println(f.Err(), context.Cause(f), context.Cause(bg))
	select {
	case <-a.Done():
		fmt.Println("done is closed")
	default:
		fmt.Println("not done")
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		context.WithCancel(nil)
	}()
	fmt.Println(errors.Is(context.DeadlineExceeded, context.DeadlineExceeded), context.DeadlineExceeded, context.Canceled)
	_ = cancelF
}
