// A function is passed to another function, which calls it under its parameter's name.
package main

func apply(action func(int), value int) {
	action(value)
}

func explode(value int) {
	panic(value) //~ panic
}

func main() {
	apply(explode, 2)
}
