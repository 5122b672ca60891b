// context.WithTimeout and WithDeadline: expiry, parent's earlier deadline, cause, cancel before expiry.
package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
	defer cancel()
	_, has := ctx.Deadline()
	fmt.Println(has, ctx.Err())
	<-ctx.Done()
	fmt.Println(ctx.Err(), ctx.Err() == context.DeadlineExceeded, context.Cause(ctx))
	var te interface{ Timeout() bool }
	fmt.Println(errors.As(ctx.Err(), &te) && te.Timeout())
	child, c2 := context.WithTimeout(ctx, time.Hour)
	defer c2()
	fmt.Println(child.Err())
	long, cancelLong := context.WithTimeout(context.Background(), time.Hour)
	short, cancelShort := context.WithTimeout(long, 3*time.Millisecond)
	longer, cancelLonger := context.WithTimeout(short, 2*time.Hour)
	d1, _ := short.Deadline()
	d2, _ := longer.Deadline()
	fmt.Println(d1.Equal(d2))
	select {
	case <-longer.Done():
		fmt.Println("longer:", longer.Err())
	case <-long.Done():
		fmt.Println("long?")
	}
	cancelLong()
	fmt.Println(long.Err(), short.Err())
	cancelShort()
	cancelLonger()
	past, c3 := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	fmt.Println(past.Err())
	c3()
	cause := errors.New("slow")
	tc, c4 := context.WithTimeoutCause(context.Background(), time.Millisecond, cause)
	<-tc.Done()
	fmt.Println(tc.Err(), context.Cause(tc))
	c4()
	nt, c5 := context.WithTimeoutCause(context.Background(), time.Hour, cause)
	c5()
	fmt.Println(nt.Err(), context.Cause(nt))
}
