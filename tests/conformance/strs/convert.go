// Conversions among string, []byte, []rune and named variants copy and keep contents.
package main

import "fmt"

type MyString string
type MyBytes []byte
type MyRunes []rune
type Char byte
type Chars []Char

func up(b []byte) string {
	for i := range b {
		if 'a' <= b[i] && b[i] <= 'z' {
			b[i] -= 32
		}
	}
	return string(b)
}

func main() {
	s := MyString("héy")
	b := MyBytes(s)
	r := MyRunes(s)
	c := Chars(s)
	fmt.Println(s, b, r, c, string(b), string(r), MyString(c))
	fmt.Printf("%s %q %x %T %T\n", b, r, c, b, MyString(b))
	orig := "abc"
	fmt.Println(up([]byte(orig)), orig)
	var nb []byte
	var nr []rune
	fmt.Println(string(nb) == "", string(nr) == "", []byte("") == nil, len([]rune("")))
	m := map[string]int{"key": 1}
	kb := []byte("key")
	fmt.Println(m[string(kb)])
	m[string(kb)]++
	kb[0] = 'K'
	m[string(kb)] = 5
	fmt.Println(m)
	for i, x := range []byte("ab") {
		fmt.Print(i, x, " ")
	}
	fmt.Println()
	var sum int
	for _, x := range []rune("aé") {
		sum += int(x)
	}
	fmt.Println(sum, string(kb) == "Key", "Key" > string(kb[:2]))
	type pair struct{ a, b string }
	p := pair{string(kb), string(kb[1:])}
	kb[1] = '?'
	fmt.Println(p, string(kb))
}
