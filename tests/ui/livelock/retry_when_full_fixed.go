// Somebody empties the buffer.
package main

func post(box chan int, message int) {
	for {
		select {
		case box <- message:
			return
		default:
		}
	}
}

func main() {
	box := make(chan int, 1)
	go func() {
		<-box
		<-box
	}()
	post(box, 1)
	post(box, 2)
}
