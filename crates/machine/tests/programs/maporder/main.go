// A map's order is a choice.
package main

import "os"

func main() {
	m := map[int]int{1: 10, 2: 20, 3: 30}
	for k := range m {
		os.Exit(k)
	}
}
