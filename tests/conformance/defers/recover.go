// recover works only when called directly by a deferred function; otherwise it returns nil.
package main

import "fmt"

func helper() any    { return recover() }
func direct()        { fmt.Println("direct", recover()) }
func indirect()      { fmt.Println("indirect", helper()) }
func nestedClosure() { func() { fmt.Println("nested closure", recover()) }() }
func deferInDefer()  { defer func() { fmt.Println("defer in defer", recover()) }() }

type T struct{}

func (T) rec()   { fmt.Println("method", recover()) }
func (*T) prec() { fmt.Println("pmethod", recover()) }

type E struct{ T }
type I interface{ rec() }

func run(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "escaped:", r)
		} else {
			fmt.Println(name, "handled")
		}
	}()
	f()
}

func main() {
	fmt.Println(recover())
	run("direct", func() { defer direct(); panic(1) })
	run("indirect", func() { defer indirect(); panic(2) })
	run("nested", func() { defer nestedClosure(); panic(3) })
	run("deferdefer", func() { defer deferInDefer(); panic(4) })
	run("builtin", func() { defer recover(); panic(5) })
	run("go builtin print", func() { defer panic(6) })
	run("method", func() { defer T{}.rec(); panic(7) })
	run("pmethod", func() { defer (&T{}).prec(); panic(8) })
	run("promoted", func() { defer E{}.rec(); panic(9) })
	run("iface", func() { var i I = E{}; defer i.rec(); panic(10) })
	run("mvalue", func() { f := T{}.rec; defer f(); panic(11) })
	run("mexpr", func() { defer T.rec(T{}); panic(12) })
	run("twice", func() {
		defer func() { fmt.Println("second", recover()) }()
		defer func() { fmt.Println("first", recover()) }()
		panic(13)
	})
	run("order", func() {
		defer func() { recover() }()
		defer func() { defer func() { fmt.Println("deep", recover()) }(); panic(15) }()
		panic(14)
	})
	run("repanic", func() {
		defer func() { r := recover(); panic(fmt.Sprint("again ", r)) }()
		panic(16)
	})
	run("replaced", func() {
		defer func() { panic(18) }()
		panic(17)
	})
	run("normal call", func() {
		defer func() { fmt.Println(func() any { return recover() }()); direct() }()
		panic(19)
	})
	run("none", func() { direct() })
	run("loop", func() {
		for i := range 3 {
			func() {
				defer func() { fmt.Print(recover(), " ") }()
				panic(i)
			}()
		}
		fmt.Println()
	})
	run("generic", func() { defer gen[int](); panic(20) })
	run("arg", func() { defer fmt.Println("arg", recover()); panic(21) })
}

func gen[T any]() { var z T; fmt.Println("gen", z, recover()) }
