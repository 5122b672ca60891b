// A sender tries again and again to put a message into a full buffer that nobody empties.
package main

func post(box chan int, message int) {
	for {
		select { //~ livelock
		case box <- message:
			return
		default:
		}
	}
}

func main() {
	box := make(chan int, 1)
	post(box, 1)
	post(box, 2)
}
