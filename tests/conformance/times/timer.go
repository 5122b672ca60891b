// time.Timer: firing, Stop, Reset, AfterFunc and their results.
package main

import (
	"fmt"
	"time"
)

func main() {
	t := time.NewTimer(2 * time.Millisecond)
	<-t.C
	fmt.Println("fired", t.Stop())
	t.Reset(2 * time.Millisecond)
	<-t.C
	fmt.Println("fired again")
	t = time.NewTimer(time.Hour)
	fmt.Println(t.Stop(), t.Stop())
	fmt.Println(t.Reset(time.Hour), t.Reset(3*time.Millisecond))
	<-t.C
	select {
	case <-t.C:
		fmt.Println("twice?")
	default:
		fmt.Println("once")
	}
	ch := make(chan string, 3)
	f := time.AfterFunc(time.Millisecond, func() { ch <- "afterfunc" })
	fmt.Println(<-ch, f.Stop(), f.C == nil)
	f.Reset(time.Millisecond)
	fmt.Println(<-ch)
	g := time.AfterFunc(time.Hour, func() { ch <- "never" })
	fmt.Println(g.Stop(), len(ch))
	a, b := time.After(25*time.Millisecond), time.After(3*time.Millisecond)
	for range 2 {
		select {
		case <-a:
			fmt.Println("a")
		case <-b:
			fmt.Println("b")
		}
	}
	time.AfterFunc(0, func() { ch <- "zero" })
	fmt.Println(<-ch)
	<-time.After(-1)
	u := time.NewTimer(time.Millisecond)
	time.Sleep(4 * time.Millisecond)
	fmt.Println(u.Stop())
	select {
	case <-u.C:
		fmt.Println("stale value")
	default:
		fmt.Println("no stale value")
	}
}
