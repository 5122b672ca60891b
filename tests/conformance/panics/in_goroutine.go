// A panic in another goroutine ends the whole program with exit code 2.
package main

import "fmt"

func main() {
	defer fmt.Println("main's defers do not run")
	done := make(chan int)
	fmt.Println("start")
	go func() {
		defer fmt.Println("goroutine's defers run")
		panic(fmt.Sprintf("from goroutine %d", 1))
	}()
	<-done
}
