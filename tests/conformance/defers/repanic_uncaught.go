// Recovering and panicking again with the same value marks it so in the final message.
package main

import "fmt"

func main() {
	defer func() {
		r := recover()
		fmt.Println("got", r)
		panic(r)
	}()
	panic("same value")
}
