// Two hundred goroutines, none of which panics.
package main

const items = 200

func inspect(item int) {
	if item == items {
		panic("the last item is broken")
	}
}

func main() {
	for item := 0; item < items; item++ {
		go inspect(item)
	}
}
