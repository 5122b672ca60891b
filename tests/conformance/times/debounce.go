// Debounce and retry with back-off: timers reset before they fire never fire.
package main

import (
	"errors"
	"fmt"
	"time"
)

func retry(n int, base time.Duration, f func(int) error) (err error) {
	for i := range n {
		if err = f(i); err == nil {
			return nil
		}
		time.Sleep(base << i)
	}
	return fmt.Errorf("after %d tries: %w", n, err)
}

func main() {
	fired := 0
	done := make(chan bool)
	t := time.AfterFunc(time.Hour, func() { fired++; done <- true })
	for range 5 {
		t.Reset(8 * time.Millisecond)
		time.Sleep(time.Millisecond)
	}
	<-done
	fmt.Println(fired)
	boom := errors.New("boom")
	tries := 0
	start := time.Now()
	err := retry(4, time.Millisecond, func(i int) error {
		tries++
		if i < 2 {
			return boom
		}
		return nil
	})
	fmt.Println(err, tries, time.Since(start) >= 3*time.Millisecond)
	fmt.Println(retry(2, time.Microsecond, func(int) error { return boom }))
	deadline := time.NewTimer(15 * time.Millisecond)
	tick := time.NewTicker(4 * time.Millisecond)
	defer tick.Stop()
	n := 0
	for {
		select {
		case <-tick.C:
			n++
			continue
		case <-deadline.C:
		}
		break
	}
	fmt.Println(n >= 1 && n <= 4)
	a, b := time.NewTimer(5*time.Millisecond), time.NewTimer(20*time.Millisecond)
	select {
	case <-a.C:
		fmt.Println("a first", b.Stop())
	case <-b.C:
		fmt.Println("b first")
	}
}
