// Precedence of the send statement and the receive operator in expressions.
package main

import "fmt"

func main() {
	c := make(chan int, 10)
	b := make(chan bool, 2)
	b <- false || true
	c <- 1 + 2*3
	c <- -<-c
	fmt.Println(<-b, <-c)
	c <- 5
	c <- 6
	fmt.Println(<-c-<-c, 1+len(c))
	b <- 1 == 2
	b <- !<-b
	fmt.Println(<-b)
	cc := make(chan (<-chan int), 1)
	c <- 9
	cc <- c
	fmt.Println(<-<-cc + 1)
	p := make(chan *int, 1)
	n := 3
	p <- &n
	*<-p += 4
	fmt.Println(n)
	s := make(chan []int, 1)
	s <- []int{1, 2, 3}
	fmt.Println((<-s)[1])
	f := make(chan func(int) int, 1)
	f <- func(x int) int { return x * x }
	fmt.Println((<-f)(5))
	m := make(chan map[string]int, 1)
	m <- map[string]int{"k": 8}
	fmt.Println((<-m)["k"])
	st := make(chan struct{ v int }, 1)
	st <- struct{ v int }{7}
	fmt.Println((<-st).v)
	c <- 2
	switch v := <-c; {
	case v > 1:
		fmt.Println("big")
	}
	c <- 3
	if v, ok := <-c; ok && v == 3 {
		fmt.Println("three")
	}
	c <- 1
	c <- 2
	arr := [3]int{10, 20, 30}
	arr[<-c] = arr[<-c]
	fmt.Println(arr)
	i := make(chan any, 1)
	i <- "str"
	fmt.Println((<-i).(string) + "!")
	c <- 4
	for range <-c {
		fmt.Print("x")
	}
	fmt.Println()
	var x int
	c <- 11
	x = <-c
	c <- x
	x, ok := <-c
	fmt.Println(x, ok)
}
