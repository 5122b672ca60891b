// The function waits for as many answers as it was told, whatever the number of workers.
package unknown

import (
	"os"
	"strconv"
)

func work(id int, answers chan<- int) {
	answers <- id //~ send-on-closed
}

func ask() {
	answers := make(chan int)
	numWorkers, _ := strconv.Atoi(os.Args[1])
	numResponses, _ := strconv.Atoi(os.Args[2])
	for i := 0; i < numWorkers; i++ {
		go work(i, answers)
	}
	for i := 0; i < numResponses; i++ {
		<-answers //~ deadlock
	}
	close(answers)
}
