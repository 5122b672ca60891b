// The order of a map's keys, as far as Go has it.
package main

import "fmt"

func main() {
	names := map[string]int{"a": 1, "b": 2}
	for name, n := range names {
		fmt.Println(name, n)
	}
	squares := map[int]bool{}
	for i := range 2 {
		squares[i*i+7] = true
	}
	for range 2 {
		for n := range squares {
			fmt.Println(n)
			break
		}
	}
}
