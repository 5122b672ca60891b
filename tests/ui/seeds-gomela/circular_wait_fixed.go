// Main asks first, everybody, and then collects all answers.
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
	close(question)
	for i := 0; i < 3; i++ {
		<-answer
	}
}
