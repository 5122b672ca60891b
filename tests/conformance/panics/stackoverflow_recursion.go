// Deep but finite recursion works; stacks grow.
package main

import "fmt"

type node struct{ next *node }

func depth(n *node) int {
	if n == nil {
		return 0
	}
	var pad [16]int
	pad[n1(n)%16] = 1
	return depth(n.next) + pad[0] + pad[1]
}
func n1(*node) int { return 1 }

func main() {
	var head *node
	for range 20000 {
		head = &node{head}
	}
	fmt.Println(depth(head))
	var f func(int) int
	f = func(n int) int {
		if n == 0 {
			return 0
		}
		defer func() {}()
		return f(n-1) + 1
	}
	fmt.Println(f(5000))
}
