// Forms of statements that the gates of an emitted test must get around, and a goroutine that leaks.
package main

import (
	_ "embed"
	"sync"

	"example.com/forms/pool"
)

//go:embed data.txt
var data string

var ready = func() bool {
	return len(data) > 0
}()

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) add(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += n
	return c.n
}

func init() {
	ready = ready && pool.Limit > 0
}

func guarded() (err any) {
	defer func() { err = recover() }()
	defer handle()
	panic("out")
}

func handle() {
	if x := recover(); x != nil {
		panic(x)
	}
}

func produce[T any](to chan<- T, values ...T) {
	for _, value := range values {
		to <- value
	}
}

func main() {
	c := &counter{}
	var group sync.WaitGroup
outer:
	for i := 0; i < 3; i++ {
		switch n := c.add(i); {
		case n > 100:
			break outer
		case n == 1:
			continue outer
		}
		for j := range 2 {
			if j == 1 {
				continue outer
			}
			add := c.add
			group.Add(1)
			go func(n int) {
				defer group.Done()
				add(n)
			}(i)
		}
	}
	group.Wait()
	for i, n := 0, c.add(0); i < 2; i, n = i+1, c.add(n) {
		n++
	}
	if err := guarded(); err != "out" || !ready {
		goto end
	}
	{
		p := pool.New[int]()
		defer p.Close()
		p.Put(1)
		results := make(chan int)
		go produce(results, p.Get(), 2)
		var interrupted <-chan int
		select {
		case v, ok := <-results:
			_, _ = v, ok
		case <-interrupted:
		}
	}
end:
	c.n++
}
