// An uncaught panic with a named string type shows the type.
package main

type problem string

func main() {
	defer func() {
		defer func() { panic(recover().(problem) + "!") }()
		panic(problem("inner"))
	}()
	panic(problem("outer"))
}
