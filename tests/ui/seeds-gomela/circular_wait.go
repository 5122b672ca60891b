// Workers wait for main's message before they send the one that main waits for.
package main

func main() {
	answer := make(chan int)
	question := make(chan int)
	for i := 0; i < 3; i++ {
		go func() {
			<-question
			answer <- 1
		}()
	}
	<-answer //~ deadlock
	question <- 1
}
