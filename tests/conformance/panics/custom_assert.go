// Uncaught failed type assertion to an interface with a missing method.
package main

import "fmt"

type T struct{}

func main() {
	var i any = T{}
	s := i.(fmt.Stringer)
	fmt.Println(s)
}
