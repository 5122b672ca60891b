// Go 1.22 loop variables: one per iteration in three-clause, range and nested loops, copied between iterations.
package main

import "fmt"

func run(fs []func() int) {
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fmt.Println()
}

func main() {
	var fs []func() int
	for i := 0; i < 4; i++ {
		fs = append(fs, func() int { return i })
	}
	run(fs)
	fs = nil
	for i := 0; i < 6; i++ {
		fs = append(fs, func() int { i *= 10; return i })
		i++
	}
	run(fs)
	run(fs)
	fs = nil
	for i, j := 0, 10; i < j; i, j = i+1, j-2 {
		fs = append(fs, func() int { return i*100 + j })
		if i == 1 {
			continue
		}
		j++
	}
	run(fs)
	fs = nil
	for _, v := range []int{5, 6, 7} {
		fs = append(fs, func() int { v++; return v })
	}
	run(fs)
	run(fs)
	fs = nil
	for i := range 3 {
		for j := range 2 {
			fs = append(fs, func() int { return i*10 + j })
		}
	}
	run(fs)
	var ps []*int
	for i := 0; i < 3; i++ {
		ps = append(ps, &i)
		*ps[0] += 0
	}
	fmt.Println(*ps[0], *ps[1], *ps[2], ps[0] != ps[1])
	fs = nil
	var k int
	for k = 0; k < 3; k++ {
		fs = append(fs, func() int { return k })
	}
	run(fs)
	fs = nil
	for i := 0; i < 3; func() { i++ }() {
		fs = append(fs, func() int { return i })
	}
	run(fs)
	var inc func()
	for i := 0; i < 10; i++ {
		if inc == nil {
			inc = func() { i += 5 }
		}
		inc()
		fmt.Print(i, ",")
	}
	fmt.Println()
	for i := 0; i < 3; i++ {
		defer func() { fmt.Print("d", i, " ") }()
	}
	m := map[string]func() string{}
	for k, v := range map[string]string{"a": "1", "b": "2"} {
		m[k] = func() string { return k + v }
	}
	fmt.Println(m["a"](), m["b"]())
}
