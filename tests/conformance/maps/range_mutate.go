// Deleting and inserting during range: deleted entries are not visited, each entry at most once.
package main

import "fmt"

func main() {
	m := map[int]int{}
	for i := range 100 {
		m[i] = i
	}
	seen := map[int]bool{}
	for k := range m {
		if seen[k] {
			fmt.Println("twice", k)
		}
		seen[k] = true
		delete(m, k)
		delete(m, (k+1)%100)
		if seen[(k+1)%100] {
			continue
		}
	}
	fmt.Println(len(m), len(seen) >= 50, len(seen) <= 100)
	for i := range 50 {
		m[i] = i
	}
	n := 0
	for k, v := range m {
		n++
		m[k] = v + 1
	}
	sum := 0
	for _, v := range m {
		sum += v
	}
	fmt.Println(n, sum)
	n = 0
	for k := range m {
		if k < 50 {
			n++
		}
		m[k+1000] = 1
		if len(m) > 5000 {
			break
		}
	}
	fmt.Println(n == 50 || len(m) > 5000)
	n = 0
	for range m {
		clear(m)
		n++
	}
	fmt.Println(n, len(m))
	m[1], m[2], m[3] = 1, 2, 3
	for k := range m {
		for j := range m {
			if j != k {
				delete(m, j)
			}
		}
	}
	fmt.Println(len(m))
	mm := map[string]int{"a": 1}
	for k, v := range mm {
		mm = map[string]int{"z": 26}
		k += "!"
		v++
		fmt.Println(k, v)
	}
	fmt.Println(mm)
}
