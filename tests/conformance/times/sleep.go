// Sleeping goroutines wake in deadline order; zero and negative sleeps return.
package main

import (
	"fmt"
	"time"
)

func main() {
	start := time.Now()
	c := make(chan int)
	for _, d := range []int{30, 10, 20, 0} {
		go func() {
			time.Sleep(time.Duration(d) * time.Millisecond)
			c <- d
		}()
	}
	for range 4 {
		fmt.Print(<-c, " ")
	}
	fmt.Println()
	e := time.Since(start)
	fmt.Println(e >= 30*time.Millisecond, e < 10*time.Second)
	time.Sleep(0)
	time.Sleep(-5)
	t := time.Now()
	time.Sleep(2 * time.Millisecond)
	fmt.Println(time.Now().After(t), time.Now().Sub(t) >= 2*time.Millisecond, t.Before(time.Now()))
}
