// Pointers into frames stay valid while stacks grow, in main and in goroutines, with defers and closures.
//
//conformance:seeds 50
package main

import "fmt"

type frame struct {
	v    [8]int
	prev *frame
}

func deep(n int, p *int, f *frame) int {
	local := frame{prev: f}
	local.v[n%8] = n
	*p++
	if n == 0 {
		sum := 0
		for x := &local; x != nil; x = x.prev {
			for _, v := range x.v {
				sum += v
			}
		}
		return sum
	}
	defer func() { *p += local.v[n%8] - n }()
	return deep(n-1, p, &local)
}

func main() {
	c := make(chan [2]int)
	for i := range 3 {
		go func() {
			count := 0
			s := deep(100*(i+1), &count, nil)
			c <- [2]int{s, count}
		}()
	}
	total := [2]int{}
	for range 3 {
		r := <-c
		total[0] += r[0]
		total[1] += r[1]
	}
	fmt.Println(total)
	n := 0
	fmt.Println(deep(1000, &n, nil), n)
}
