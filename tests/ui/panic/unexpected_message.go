// The receiver expects the number first, but the two senders are in no order.
package main

func main() {
	messages := make(chan any, 2)
	go func() { messages <- 1 }()
	go func() { messages <- "one" }()
	number := (<-messages).(int) //~ panic
	_ = number
	<-messages
}
