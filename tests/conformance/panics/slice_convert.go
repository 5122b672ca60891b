// Uncaught conversion of a short slice to an array.
package main

import "fmt"

func main() {
	s := []int{1, 2}
	fmt.Println([2]int(s))
	fmt.Println([4]int(s))
}
