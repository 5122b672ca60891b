// Goroutines started from functions, methods, closures, method values, interfaces and builtins; arguments evaluated at go.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

type T struct{ n int }

func (t T) val(c chan<- int)  { c <- t.n }
func (t *T) ptr(c chan<- int) { c <- t.n }

type I interface{ val(chan<- int) }

func plain(n int, c chan<- int)  { c <- n }
func gen[T any](v T, c chan<- T) { c <- v }

func main() {
	c := make(chan int)
	go plain(1, c)
	fmt.Println(<-c)
	t := T{2}
	go t.val(c)
	fmt.Println(<-c)
	go t.ptr(c)
	fmt.Println(<-c)
	var i I = T{3}
	go i.val(c)
	i = nil
	fmt.Println(<-c)
	f := t.val
	t.n = 50
	go f(c)
	fmt.Println(<-c)
	go gen(4, c)
	fmt.Println(<-c)
	x := 5
	go func(n int) { c <- n }(x)
	x = 6
	fmt.Println(<-c)
	go T.val(T{7}, c)
	fmt.Println(<-c)
	d := make(chan int)
	go close(d)
	_, ok := <-d
	fmt.Println(ok)
	fs := []func(){func() { c <- 8 }}
	go fs[0]()
	fmt.Println(<-c)
	var wg sync.WaitGroup
	res := make([]int, 10)
	for i := range res {
		wg.Add(1)
		go func() {
			defer wg.Done()
			res[i] = i * i
		}()
	}
	wg.Wait()
	fmt.Println(res)
	func() {
		defer func() { c2 := make(chan any); go func() { c2 <- recover() }(); fmt.Println(<-c2, recover()) }()
		panic("other goroutine cannot recover it")
	}()
}
