// One message more is expected than is sent.
package unknown

import (
	"os"
	"strconv"
)

func send(messages chan int, x int) {
	for i := 0; i < x; i++ {
		messages <- i
	}
}

func receive(messages chan int, x int) {
	for i := 0; i <= x; i++ {
		<-messages //~ deadlock
	}
}

func exchange() {
	x, _ := strconv.Atoi(os.Args[1])
	messages := make(chan int)
	go send(messages, x)
	receive(messages, x)
}
