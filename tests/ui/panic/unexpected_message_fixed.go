// The receiver looks what it has got.
package main

func main() {
	messages := make(chan any, 2)
	go func() { messages <- 1 }()
	go func() { messages <- "one" }()
	sum := 0
	for range 2 {
		switch message := (<-messages).(type) {
		case int:
			sum += message
		case string:
			sum += len(message)
		}
	}
	_ = sum
}
