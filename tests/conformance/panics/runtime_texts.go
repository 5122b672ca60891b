// The runtime's own texts for every recoverable run-time panic.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
)

type T struct {
	a [100]int
	p *T
	f func()
	i interface{ M() }
}

func try(name string, f func()) {
	defer func() {
		r := recover()
		_, re := r.(runtime.Error)
		e, isErr := r.(error)
		if isErr && strings.Contains(e.Error(), "0x") {
			r = "address in text"
		}
		fmt.Printf("%s: %v (runtime.Error %v, error %v, %T)\n", name, r, re, isErr, r)
	}()
	f()
}

func main() {
	var t *T
	var v T
	zero, neg, five := 0, -1, 5
	s := []int{1, 2, 3}
	var m map[string]int
	var c chan int
	closed := make(chan int)
	close(closed)
	try("nil field", func() { fmt.Println(t.p) })
	try("nil array elem", func() { fmt.Println(t.a[five]) })
	try("nil chain", func() { fmt.Println(v.p.p) })
	try("nil deref", func() { fmt.Println(*t.p.p) })
	try("nil copy", func() { x := *t; fmt.Println(x.a[0]) })
	try("nil func", func() { v.f() })
	try("nil iface", func() { v.i.M() })
	try("div", func() { fmt.Println(five / zero) })
	try("mod", func() { fmt.Println(five % zero) })
	try("shift", func() { fmt.Println(five << neg) })
	try("index", func() { s[five]++ })
	try("index neg", func() { s[neg]++ })
	try("slice hi", func() { _ = s[:five] })
	try("slice order", func() { _ = s[2 : zero+1] })
	try("string index", func() { _ = "abc"[five] })
	try("string slice", func() { _ = "abc"[five:] })
	try("map write", func() { m["a"] = 1 })
	try("close nil", func() { close(c) })
	try("close closed", func() { close(closed) })
	try("send closed", func() { closed <- 1 })
	try("makeslice", func() { _ = make([]int, neg) })
	try("makeslice cap", func() { _ = make([]int, 0, neg) })
	try("makechan", func() { _ = make(chan int, neg) })
	try("assert", func() { _ = any(1).(string) })
	try("assert nil", func() { _ = any(nil).(string) })
	try("compare", func() { fmt.Println(any(s) == any(s)) })
	try("hash", func() { _ = map[any]int{}[any(s)] })
	try("array conv", func() { _ = [5]int(s) })
	try("waitgroup", func() { var wg sync.WaitGroup; wg.Done() })
	try("repeat", func() { strings.Repeat("x", neg) })
	try("goexit-free", func() {})
	var arr [4]int
	try("array index", func() { arr[five] = 1 })
	try("select send closed", func() {
		select {
		case closed <- 1:
		default:
		}
	})
}
