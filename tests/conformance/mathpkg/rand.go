// math/rand: seed-independent properties and agreement of equally seeded sources.
package main

import (
	"fmt"
	"math/rand"
	"slices"
)

func main() {
	for range 50 {
		if n := rand.Intn(10); n < 0 || n >= 10 {
			fmt.Println("Intn", n)
		}
		if f := rand.Float64(); f < 0 || f >= 1 {
			fmt.Println("Float64", f)
		}
		if n := rand.Int63n(5); n < 0 || n >= 5 {
			fmt.Println("Int63n", n)
		}
	}
	p := rand.Perm(8)
	slices.Sort(p)
	fmt.Println(p)
	s := []int{1, 2, 3, 4}
	rand.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	slices.Sort(s)
	fmt.Println(s)
	func() {
		defer func() { fmt.Println(recover()) }()
		rand.Intn(0)
	}()
	switch rand.Intn(2) {
	case 0, 1:
		fmt.Println("ok")
	}
}
