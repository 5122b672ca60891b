// Misbehaving iterators: yield after break panics, panics in the body propagate, recover inside iterators.
package main

import "fmt"

func bad(yield func(int) bool) {
	yield(1)
	yield(2)
}

func swallow(yield func(int) bool) {
	defer func() { fmt.Println("iterator sees", recover()) }()
	yield(1)
}

var saved func(int) bool

func leak(yield func(int) bool) {
	saved = yield
	yield(1)
}

func try(name string, f func()) {
	defer func() { fmt.Println(name, "->", recover()) }()
	f()
}

func main() {
	try("continues after break", func() {
		for i := range bad {
			fmt.Println("body", i)
			break
		}
	})
	try("panic in body", func() {
		for range bad {
			panic("body")
		}
	})
	try("recovered by the iterator", func() {
		for range swallow {
			panic("body2")
		}
		fmt.Println("after")
	})
	try("leaked yield", func() {
		for i := range leak {
			fmt.Println("leak", i)
		}
		saved(5)
	})
	try("panic in iterator", func() {
		for range func(yield func() bool) { panic("iter") } {
		}
	})
	try("nil iterator", func() {
		var f func(func() bool)
		for range f {
		}
	})
	try("recover in body", func() {
		for i := range bad {
			func() {
				defer func() { fmt.Println("rec", recover()) }()
				panic(i)
			}()
		}
	})
}
