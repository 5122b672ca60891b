// Many NaN keys: each is an entry of its own, none is ever found again, and they do not slow the map down.
package main

import (
	"fmt"
	"math"
)

func main() {
	m := map[float64]int{}
	for i := range 5000 {
		m[math.NaN()] = i
	}
	_, ok := m[math.NaN()]
	n := 0
	for k := range m {
		if k != k {
			n++
		}
	}
	m[1] = 1
	delete(m, math.NaN())
	fmt.Println(len(m), ok, n, m[1])
	clear(m)
	fmt.Println(len(m))
}
