// Main waits for the goroutine, however long it takes.
package main

func main() {
	result := 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		result = 1
	}()
	<-done
	if result == 2 {
		panic("two")
	}
}
