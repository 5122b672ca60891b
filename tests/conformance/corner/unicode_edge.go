// Strings with combining marks, zero bytes, invalid sequences across slices, and comparisons by bytes.
package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

func main() {
	s := "e\u0301\x00é\xe4\xb8\x96\xe4\xb8"
	fmt.Println(len(s), utf8.RuneCountInString(s), []rune(s), []byte(s))
	fmt.Printf("%q %+q %x\n", s, s, s)
	for i := 0; i <= 3; i++ {
		t := "世界"[i:]
		fmt.Printf("%q %d %v|", t, len([]rune(t)), utf8.ValidString(t))
	}
	fmt.Println()
	fmt.Println("é" == "e\u0301", "a\x00b" < "a\x01", "\xff" > "\U0010ffff", "Z" < "a", strings.Compare("é", "f"))
	b := []byte("\xf0\x9f\x98\x80")
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		fmt.Print(r, ":", n, " ")
		b = b[1:]
	}
	fmt.Println()
	fmt.Println(strings.ToUpper("ßﬁıǆ"), strings.ToLower("İΣ"), strings.EqualFold("K", "\u212a"), strings.Title("ǆx"))
	fmt.Println(strings.Index("日本語", "語"), strings.IndexRune("a\xffb", utf8.RuneError), strings.Count("ééé", "é"), strings.Split("é|世|", "|"))
	fmt.Printf("%q %q\n", strings.Map(func(r rune) rune { return r }, "a\xffb"), strings.ToValidUTF8("\xff\xfea\xff", "?"))
	fmt.Printf("%q %q\n", strings.TrimLeft("ééa", "é"), strings.Fields("a\u00a0b\u2003c\u0085d"))
	fmt.Printf("|%5s|%-5s|%.1s|%c|%U|\n", "é", "世界", "世界", 0x1F468, []rune("é世"))
	var sb strings.Builder
	for _, r := range []rune{'a', -1, 0xd800, 0x10ffff, 0x110000} {
		n, _ := sb.WriteRune(r)
		fmt.Print(n, " ")
	}
	fmt.Printf("%q\n", sb.String())
	m := map[string]int{}
	m["\xff"]++
	m["\ufffd"]++
	m[string([]byte{0xff})]++
	fmt.Println(len(m), m["\xff"])
	for i, r := range "\xff\xffé" {
		fmt.Print(i, ":", r, " ")
	}
	fmt.Println(string([]rune("\xff")) == "\ufffd", string(rune(0xdfff)) == "\ufffd")
}
