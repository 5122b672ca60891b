// With several ready cases each is taken sometimes, over many rounds.
package main

import "fmt"

func main() {
	a, b, c := make(chan int, 1), make(chan int, 1), make(chan int)
	close(c)
	var hits [4]int
	for range 400 {
		select {
		case a <- 1:
			hits[0]++
			<-a
		case b <- 1:
			hits[1]++
			<-b
		case <-c:
			hits[2]++
		case <-c:
			hits[3]++
		}
	}
	sum := 0
	for i, h := range hits {
		if h == 0 {
			fmt.Println("starved", i)
		}
		sum += h
	}
	fmt.Println(sum)
}
