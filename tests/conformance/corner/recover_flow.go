// Control after recovery: the function returns its results, its caller goes on; panics inside deferred calls replace.
package main

import (
	"errors"
	"fmt"
	"runtime"
)

func safe(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error:
			err = fmt.Errorf("runtime: %w", r)
		case error:
			err = r
		default:
			err = fmt.Errorf("%v", r)
		}
	}()
	f()
	return
}

func partial() (a, b, c int) {
	defer func() { recover() }()
	a = 1
	b = 2
	panic("mid")
}

func unnamed() (int, string) {
	defer func() { recover() }()
	panic("x")
}

func replace() (out string) {
	defer func() { out = fmt.Sprint(recover()) }()
	defer func() {
		defer func() { panic(fmt.Sprint("third after ", recover())) }()
		panic("second")
	}()
	panic("first")
}

func inner() { defer func() { fmt.Print("inner defer; ") }(); panic("through") }
func middle() {
	defer func() { fmt.Print("middle defer; ") }()
	inner()
	fmt.Print("unreachable")
}

func loop() (n int) {
	for i := range 10 {
		if safe(func() {
			if i%3 == 0 {
				panic(i)
			}
		}) != nil {
			n++
		}
	}
	return
}

func doubleRecover() (a, b any) {
	defer func() { a, b = recover(), recover() }()
	panic("once")
}

func recoverReturnsInCallee() string {
	f := func() (s string) {
		defer func() { s = "from closure" + fmt.Sprint(recover()) }()
		panic("!")
	}
	return f() + " then continues"
}

func main() {
	fmt.Println(safe(func() {}), safe(func() { panic("s") }), safe(func() { panic(errors.New("e")) }))
	err := safe(func() { _ = []int{}[len(fmt.Sprint())] })
	var re runtime.Error
	fmt.Println(err, errors.As(err, &re))
	fmt.Println(partial())
	fmt.Println(unnamed())
	fmt.Println(replace())
	fmt.Println(safe(middle))
	fmt.Println(loop())
	fmt.Println(doubleRecover())
	fmt.Println(recoverReturnsInCallee())
	fmt.Println(safe(func() { safe(func() { panic("in") }); panic("out") }))
	fmt.Println(safe(func() {
		defer func() { panic(recover().(string) + " rethrown") }()
		panic("val")
	}))
}
