// Nil map: reads, len, range and delete are fine, a write panics.
package main

import "fmt"

type reg struct{ m map[string][]int }

func main() {
	var m map[string]int
	v, ok := m["a"]
	delete(m, "a")
	fmt.Println(m["x"], v, ok, len(m), m == nil)
	for k := range m {
		fmt.Println(k)
	}
	func() {
		defer func() {
			r := recover()
			err, isErr := r.(error)
			fmt.Println(r, isErr, err)
		}()
		m["a"] = 1
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		m["a"]++
	}()
	var r reg
	func() {
		defer func() { fmt.Println(recover()) }()
		r.m["k"] = append(r.m["k"], 1)
	}()
	var a map[any]int
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(a[[]int{}])
	}()
	m = make(map[string]int)
	m["a"]++
	fmt.Println(m)
	r.m = map[string][]int{}
	r.m["k"] = append(r.m["k"], 1)
	fmt.Println(r)
	m = nil
	m["dead"] = 1
}
