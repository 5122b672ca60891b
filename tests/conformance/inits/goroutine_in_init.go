// init may start goroutines and use channels; main runs after all inits.
package main

import (
	"fmt"
	"sync"
)

var results = make(chan int, 10)
var wg sync.WaitGroup
var once sync.Once
var table = func() map[int]int {
	m := map[int]int{}
	for i := range 5 {
		m[i] = i * i
	}
	return m
}()

func init() {
	for k := range 5 {
		wg.Go(func() { results <- table[k] })
	}
}

func init() {
	wg.Wait()
	close(results)
	once.Do(func() { fmt.Println("once in init") })
}

func main() {
	sum := 0
	for v := range results {
		sum += v
	}
	once.Do(func() { fmt.Println("never") })
	fmt.Println(sum)
}
