// The function waits for as many answers as there are workers.
package unknown

import (
	"os"
	"strconv"
)

func work(id int, answers chan<- int) {
	answers <- id
}

func ask() {
	answers := make(chan int)
	numWorkers, _ := strconv.Atoi(os.Args[1])
	for i := 0; i < numWorkers; i++ {
		go work(i, answers)
	}
	for i := 0; i < numWorkers; i++ {
		<-answers
	}
	close(answers)
}
