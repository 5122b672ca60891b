// The reader takes what every source has.
package main

func source(value int) <-chan int {
	out := make(chan int, 1)
	out <- value
	close(out)
	return out
}

func fanIn(sources ...<-chan int) <-chan int {
	merged := make(chan int)
	for _, s := range sources {
		go func() {
			for value := range s {
				merged <- value
			}
		}()
	}
	return merged
}

func main() {
	merged := fanIn(source(1), source(2))
	<-merged
	<-merged
}
