// time.Ticker and Tick: repeated ticks, Stop, Reset, dropped ticks for slow readers.
package main

import (
	"fmt"
	"time"
)

func main() {
	t := time.NewTicker(2 * time.Millisecond)
	var last time.Time
	for i := range 4 {
		now := <-t.C
		if i > 0 && !now.After(last) {
			fmt.Println("not increasing")
		}
		last = now
	}
	t.Stop()
	select {
	case <-t.C:
		fmt.Println("tick after stop")
	case <-time.After(6 * time.Millisecond):
		fmt.Println("stopped")
	}
	t.Reset(time.Millisecond)
	<-t.C
	t.Stop()
	n := 0
	done := time.After(20 * time.Millisecond)
	tick := time.Tick(3 * time.Millisecond)
loop:
	for {
		select {
		case <-tick:
			n++
		case <-done:
			break loop
		}
	}
	fmt.Println(n >= 1, n <= 7)
	slow := time.NewTicker(time.Millisecond)
	time.Sleep(10 * time.Millisecond)
	fmt.Println(len(slow.C) <= 1)
	<-slow.C
	slow.Stop()
	func() {
		defer func() { fmt.Println(recover()) }()
		time.NewTicker(0)
	}()
	fmt.Println(time.Tick(0) == nil, time.Tick(-1) == nil)
}
