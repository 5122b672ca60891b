// Assignments whose sides overlap: tuples of struct fields, array elements of themselves, slices of one array.
package main

import "fmt"

type T struct {
	a, b int
	arr  [3]int
	next *T
}

func two() (int, string) { return 7, "seven" }

func main() {
	t := T{1, 2, [3]int{1, 2, 3}, nil}
	t.a, t.b = t.b, t.a
	t.arr[0], t.arr[1], t.arr[2] = t.arr[1], t.arr[2], t.arr[0]
	fmt.Println(t)
	t.arr = [3]int{t.arr[2], t.arr[1], t.arr[0]}
	fmt.Println(t)
	t = T{t.b, t.a, [...]int{2: t.arr[0]}, &t}
	fmt.Println(t.a, t.b, t.arr, t.next == &t)
	aa := [2][2]int{{1, 2}, {3, 4}}
	aa[0], aa[1] = aa[1], aa[0]
	fmt.Println(aa)
	aa[0] = aa[1]
	aa[1][0] = 99
	fmt.Println(aa)
	s := []T{{a: 1}, {a: 2}}
	s[0], s[1] = s[1], s[0]
	p, q := &s[0], &s[1]
	*p, *q = *q, *p
	fmt.Println(s[0].a, s[1].a)
	var i any = 1
	i, j := i.(int)+1, i
	fmt.Println(i, j)
	// linked list reversal in one tuple assignment
	var head *T
	for k := range 4 {
		head = &T{a: k, next: head}
	}
	var rev *T
	for head != nil {
		rev, head, head.next = head, head.next, rev
	}
	for ; rev != nil; rev = rev.next {
		fmt.Print(rev.a, " ")
	}
	fmt.Println()
	m := map[string]int{"a": 1}
	m["a"], m["b"] = m["b"], m["a"]
	fmt.Println(m)
	x := []int{1, 2, 3}
	k := 0
	k, x[k] = 1, 50
	x[0], x = 60, nil
	fmt.Println(k, x)
	var st string
	t.a, st = two()
	_, x = 1, []int{5}
	fmt.Println(t.a, st, x)
	f := func() (r T) { r.a = 1; defer func(old T) { r.b = old.a + r.a }(r); r.a = 10; return T{a: 100} }
	fmt.Println(f().a, f().b)
}
