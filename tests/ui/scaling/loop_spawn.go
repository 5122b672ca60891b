// Of two hundred goroutines that nobody waits for, the last one panics.
package main

const items = 200

func inspect(item int) {
	if item == items-1 {
		panic("the last item is broken") //~ panic
	}
}

func main() {
	for item := 0; item < items; item++ {
		go inspect(item)
	}
}
