// String indexing, slicing, comparison, concatenation, immutability of copies.
package main

import "fmt"

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
}

func main() {
	s := "hello, 世界"
	fmt.Println(len(s), s[0], s[7], s[7:10], s[:5], s[7:], s[3:3] == "")
	fmt.Println("a" < "b", "a" < "A", "abc" < "abd", "ab" < "abc", "" < "a", "z" > "aa", "x" == "x", "é" > "z")
	b := []byte(s)
	b[0] = 'J'
	fmt.Println(string(b), s)
	t := string(b[:5])
	b[1] = '!'
	fmt.Println(t)
	r := []rune(s)
	fmt.Println(len(r), r[7], string(r[7:]), string(r[8]))
	raw := `raw\n
two`
	fmt.Println(raw, len(raw))
	fmt.Printf("%q %q\n", "\a\b\f\n\r\t\v\\\"\x00\x7f\u00e9\U0001F600\377", '\'')
	n := 10
	try(func() { fmt.Println(s[n+10]) })
	try(func() { fmt.Println(s[n:5]) })
	try(func() { fmt.Println(s[:n*10]) })
	try(func() { fmt.Println(s[n*10:]) })
	n = -1
	try(func() { fmt.Println(s[n]) })
	try(func() { fmt.Println(s[n:]) })
	e := ""
	fmt.Println(len(e), e == "", e+e == e, e[:0], e[len(e):])
	acc := ""
	for i := 0; i < 5; i++ {
		acc = string(rune('a'+i)) + acc + "-"
	}
	fmt.Println(acc)
	switch acc[:1] {
	case "d", "e":
		fmt.Println("e!")
	}
	fmt.Println(append([]byte("x"), "yz"...), copy(b, "HELLO"), string(b[:6]))
}
