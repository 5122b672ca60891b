// Uncaught use of an unhashable map key.
package main

func main() {
	m := map[any]int{1: 1}
	var k any = []int{1}
	m[k] = 2
}
