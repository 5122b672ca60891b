// runtime: Gosched, NumGoroutine, GOMAXPROCS, NumCPU, GC, Version prefix, GOOS and KeepAlive.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
)

func main() {
	fmt.Println(runtime.NumGoroutine())
	c := make(chan int)
	var wg sync.WaitGroup
	for range 5 {
		wg.Add(1)
		go func() { defer wg.Done(); <-c }()
	}
	fmt.Println(runtime.NumGoroutine())
	close(c)
	wg.Wait()
	for runtime.NumGoroutine() > 1 {
		runtime.Gosched()
	}
	fmt.Println(runtime.NumGoroutine())
	fmt.Println(runtime.GOMAXPROCS(0) > 0, runtime.NumCPU() > 0, strings.HasPrefix(runtime.Version(), "go1."), runtime.GOOS, runtime.GOARCH, runtime.Compiler)
	old := runtime.GOMAXPROCS(1)
	fmt.Println(runtime.GOMAXPROCS(old))
	runtime.GC()
	flag := make(chan bool, 1)
	go func() { flag <- true }()
	for len(flag) == 0 {
		runtime.Gosched()
	}
	fmt.Println(<-flag)
	runtime.KeepAlive(c)
	runtime.LockOSThread()
	runtime.UnlockOSThread()
}
