// The last goroutine of a loop panics; nobody waits for it, so most runs do not notice.
package main

func inspect(item int) {
	if item == 3 {
		panic("item 3 is broken") //~ panic
	}
}

func main() {
	for item := 0; item < 4; item++ {
		go inspect(item)
	}
}
