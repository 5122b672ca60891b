// Goexit and panics interleaved: Goexit in a deferred call abandons the panic.
package main

import (
	"fmt"
	"runtime"
)

func run(f func()) {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { fmt.Println("outermost recover:", recover()) }()
		f()
		fmt.Println("returned normally")
	}()
	<-done
}

func main() {
	run(func() {
		defer func() {
			defer fmt.Println("deferred in deferred")
			runtime.Goexit()
		}()
		panic("abandoned")
	})
	run(func() {
		defer func() {
			defer func() { fmt.Println("inner:", recover()) }()
			panic("during goexit")
		}()
		runtime.Goexit()
	})
	run(func() {
		defer func() { recover() }()
		panic("plain")
	})
	run(func() {
		defer func() {
			recover()
			fmt.Println("recover does not stop Goexit")
		}()
		runtime.Goexit()
	})
	run(func() {
		func() {
			defer func() { fmt.Println(recover()) }()
			func() {
				defer runtime.Goexit()
				panic("lost")
			}()
		}()
		fmt.Println("not reached")
	})
}
