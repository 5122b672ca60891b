// No goroutine gets the item that would make it panic.
package main

func inspect(item int) {
	if item == 4 {
		panic("item 4 is broken")
	}
}

func main() {
	for item := 0; item < 4; item++ {
		go inspect(item)
	}
}
