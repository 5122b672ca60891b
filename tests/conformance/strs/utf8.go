// Invalid UTF-8 in range loops, conversions to runes and back, surrogates and out-of-range runes.
package main

import (
	"fmt"
	"unicode/utf8"
)

func main() {
	for _, s := range []string{"aé世😀", "\xff\xfe", "a\xc3", "\xc3\x28", "\xe4\xb8", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "\xf0\x9f\x98", ""} {
		fmt.Printf("%q %v:", s, utf8.ValidString(s))
		for i, r := range s {
			fmt.Printf(" %d:%U", i, r)
		}
		n := 0
		for range s {
			n++
		}
		rs := []rune(s)
		fmt.Println(" ", n, len(rs), utf8.RuneCountInString(s), string(rs) == s, len(string(rs)))
		fmt.Printf("%x %+q %x\n", s, s, string(rs))
	}
	for _, r := range []rune{0, 'a', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x10ffff, 0x110000, -1} {
		fmt.Printf("%x %d %v|", string(r), utf8.RuneLen(r), utf8.ValidRune(r))
	}
	fmt.Println()
	n := 0x4e16
	fmt.Println(string(rune(n)), string([]rune{0x4e16, -5, 0xd800, 'x'}))
	r, w := utf8.DecodeRuneInString("世x")
	fmt.Println(r, w)
	r, w = utf8.DecodeLastRuneInString("x\xff")
	fmt.Println(r, w, utf8.FullRune([]byte{0xe4, 0xb8}))
	fmt.Println(utf8.AppendRune(nil, '😀'), string(utf8.RuneError))
	for i := range "日本" {
		fmt.Print(i, " ")
	}
	fmt.Println()
}
