// sync.Once and OnceFunc, OnceValue, OnceValues, including panics.
//
//conformance:seeds 50
package main

import (
	"errors"
	"fmt"
	"sync"
)

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
}

func main() {
	var once sync.Once
	var wg sync.WaitGroup
	n := 0
	for range 5 {
		wg.Go(func() {
			once.Do(func() { n++ })
			if n != 1 {
				panic("Do returned before the first call finished")
			}
		})
	}
	wg.Wait()
	once.Do(func() { n = 100 })
	fmt.Println(n)
	var o2 sync.Once
	try(func() { o2.Do(func() { panic("in once") }) })
	try(func() { o2.Do(func() { fmt.Println("never") }) })
	calls := 0
	f := sync.OnceFunc(func() { calls++ })
	f()
	f()
	v := sync.OnceValue(func() int { calls++; return calls * 10 })
	fmt.Println(v(), v(), calls)
	vs := sync.OnceValues(func() (string, error) { calls++; return "s", errors.New("e") })
	a, err := vs()
	b, err2 := vs()
	fmt.Println(a, b, err == err2, calls)
	pf := sync.OnceFunc(func() { calls++; panic("again and again") })
	try(pf)
	try(pf)
	pv := sync.OnceValue(func() int { panic(errors.New("value panics")) })
	try(func() { pv() })
	try(func() { pv() })
	fmt.Println(calls)
	for range 4 {
		wg.Go(func() {
			if v() != 20 {
				panic("value changed")
			}
		})
	}
	wg.Wait()
	var inner, outer sync.Once
	outer.Do(func() { inner.Do(func() { fmt.Println("nested") }) })
}
