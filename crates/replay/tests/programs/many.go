package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	a := make(chan int)
	b := make(chan string, 1)
	var mu sync.RWMutex
	cond := sync.NewCond(&mu)
	ready := false
	var once sync.Once
	var wg sync.WaitGroup
	for i := 0; i < 3; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			once.Do(func() { fmt.Println("once", i) })
			select {
			case a <- i:
				fmt.Println("sent", i)
			case b <- "x":
				fmt.Println("buffered", i)
			case <-time.After(time.Second):
				fmt.Println("late", i)
			}
			mu.Lock()
			for !ready {
				cond.Wait()
			}
			mu.Unlock()
			mu.RLock()
			fmt.Println("reader", i)
			mu.RUnlock()
		}()
	}
	wg.Go(func() {
		for {
			select {
			case x := <-a:
				fmt.Println("got", x)
			default:
				fmt.Println("nothing")
				mu.Lock()
				ready = true
				mu.Unlock()
				cond.Broadcast()
				return
			}
		}
	})
	wg.Wait()
	select {
	case s := <-b:
		fmt.Println(s)
	default:
	}
	close(b)
	for range b {
	}
}
