// Byte-level work on strings: reversing, palindromes, caesar, run-length coding, counting.
package main

import (
	"fmt"
	"strconv"
)

func reverse(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

func caesar(s string, k int) string {
	b := []byte(s)
	for i, c := range b {
		switch {
		case c >= 'a' && c <= 'z':
			b[i] = 'a' + byte((int(c-'a')+k+26)%26)
		case c >= 'A' && c <= 'Z':
			b[i] = 'A' + byte((int(c-'A')+k+26)%26)
		}
	}
	return string(b)
}

func rle(s string) (out string) {
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] == s[i] {
			j++
		}
		out += strconv.Itoa(j-i) + s[i:i+1]
		i = j
	}
	return
}

func unrle(s string) (out []byte) {
	n := 0
	for _, c := range []byte(s) {
		if c >= '0' && c <= '9' {
			n = n*10 + int(c-'0')
			continue
		}
		for ; n > 0; n-- {
			out = append(out, c)
		}
	}
	return
}

func main() {
	fmt.Println(reverse("abc"), reverse("日本語"), reverse(reverse("x\xffy")) == "x\uFFFDy")
	e := caesar("Hello, World", 3)
	fmt.Println(e, caesar(e, -3))
	r := rle("aaabccddddddddddddd")
	fmt.Println(r, string(unrle(r)))
	var freq [256]int
	s := "mississippi"
	for i := range s {
		freq[s[i]]++
	}
	for c, n := range freq {
		if n > 0 {
			fmt.Printf("%c%d ", c, n)
		}
	}
	fmt.Println()
	words := map[string]int{}
	w := ""
	for _, c := range "a b a c b a " {
		if c == ' ' {
			words[w]++
			w = ""
		} else {
			w += string(c)
		}
	}
	fmt.Println(words)
}
