// The function that is passed does not panic on this value.
package main

func apply(action func(int), value int) {
	action(value)
}

func explode(value int) {
	if value != 2 {
		panic(value)
	}
}

func main() {
	apply(explode, 2)
}
