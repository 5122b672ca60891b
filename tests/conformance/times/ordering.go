// Timers of several kinds fire in deadline order when well apart.
package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

func main() {
	var mu sync.Mutex
	var order []string
	var wg sync.WaitGroup
	add := func(s string) {
		mu.Lock()
		order = append(order, s)
		mu.Unlock()
		wg.Done()
	}
	wg.Add(4)
	time.AfterFunc(40*time.Millisecond, func() { add("afterfunc") })
	go func() { time.Sleep(10 * time.Millisecond); add("sleep") }()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	go func() { <-ctx.Done(); add("context") }()
	go func() { <-time.NewTimer(20 * time.Millisecond).C; add("timer") }()
	wg.Wait()
	fmt.Println(order)
}
