package main

import (
	"fmt"
	"time"
)

func main() {
	done := make(chan bool)
	timer := time.AfterFunc(time.Millisecond, func() {
		fmt.Println("fired")
		done <- true
	})
	go func() {
		time.Sleep(2 * time.Millisecond)
		fmt.Println("slept")
		done <- timer.Stop()
	}()
	fmt.Println(<-done)
	fmt.Println(<-done)
	ticker := time.NewTicker(time.Hour)
	for i := range 3 {
		<-ticker.C
		fmt.Println("tick", i)
	}
	ticker.Stop()
	t := time.NewTimer(time.Hour)
	fmt.Println(t.Reset(time.Minute))
	select {
	case <-t.C:
		fmt.Println("late")
	case <-time.After(2 * time.Minute):
		fmt.Println("too late")
	}
	time.Sleep(0)
}
