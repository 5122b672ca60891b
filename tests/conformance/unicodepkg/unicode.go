// The unicode, utf8 and utf16 packages.
package main

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

func main() {
	for _, r := range []rune{'a', 'Z', '5', ' ', '\n', '_', 'é', 'ß', '世', '٣', '€', '!', 0x1F600, 'ǅ', 0, 0xfffd} {
		fmt.Println(string(r), unicode.IsLetter(r), unicode.IsUpper(r), unicode.IsLower(r), unicode.IsDigit(r), unicode.IsNumber(r), unicode.IsSpace(r), unicode.IsPunct(r), unicode.IsSymbol(r), unicode.IsControl(r), unicode.IsPrint(r), unicode.IsGraphic(r), unicode.IsTitle(r))
	}
	fmt.Println(string(unicode.ToUpper('é')), string(unicode.ToLower('Σ')), string(unicode.ToTitle('ǆ')), string(unicode.SimpleFold('k')))
	fmt.Println(unicode.Is(unicode.Han, '世'), unicode.In('α', unicode.Greek, unicode.Latin), unicode.Is(unicode.Cyrillic, 'z'))
	fmt.Println(utf16.Encode([]rune("a😀")), string(utf16.Decode([]uint16{0x61, 0xd83d, 0xde00})), utf16.IsSurrogate(0xd800))
	b := []byte("日本")
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		fmt.Print(string(r), n, " ")
		b = b[n:]
	}
	fmt.Println(utf8.RuneCount([]byte("é\xff")), utf8.Valid([]byte{0xff}), utf8.RuneLen('世'), utf8.UTFMax, utf8.RuneStart(0x80))
	buf := make([]byte, 4)
	n := utf8.EncodeRune(buf, '€')
	fmt.Println(buf[:n], unicode.MaxRune, unicode.ReplacementChar)
}
