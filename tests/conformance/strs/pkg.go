// The strings package: searching, splitting, trimming, mapping.
package main

import (
	"fmt"
	"strings"
	"unicode"
)

func main() {
	s := "the quick brown fox, the lazy dog"
	fmt.Println(strings.Contains(s, "fox"), strings.Count(s, "the"), strings.Count("abc", ""), strings.Index(s, "quick"), strings.LastIndex(s, "the"), strings.Index(s, "zzz"))
	fmt.Println(strings.IndexByte(s, 'q'), strings.IndexRune("日本語", '語'), strings.IndexAny(s, "xyz"), strings.LastIndexByte(s, 'o'), strings.IndexFunc(s, unicode.IsPunct))
	fmt.Println(strings.HasPrefix(s, "the"), strings.HasSuffix(s, "cat"), strings.ContainsAny(s, "XYZ"), strings.ContainsRune(s, 'z'))
	fmt.Printf("%q\n", strings.Split("a,b,,c,", ","))
	fmt.Printf("%q %q\n", strings.Split("", ","), strings.Split("aé日", ""))
	fmt.Printf("%q %q %q\n", strings.SplitN("a,b,c,d", ",", 2), strings.SplitN("a,b", ",", 0), strings.SplitAfter("a.b.c", "."))
	fmt.Printf("%q %q\n", strings.Fields("  a \t b\nc  "), strings.FieldsFunc("a1b22c", unicode.IsDigit))
	fmt.Println(strings.Join([]string{"x", "y", "z"}, "--"), strings.Repeat("ab", 3), strings.Replace("aaaa", "a", "b", 2), strings.ReplaceAll("banana", "an", "<>"), strings.ReplaceAll("ab", "", "-"))
	fmt.Printf("%q %q %q %q %q\n", strings.TrimSpace(" \t x y \n"), strings.Trim("xxhixx", "x"), strings.TrimLeft("aabc", "ab"), strings.TrimRight("abcc", "c"), strings.TrimFunc("12ab34", unicode.IsDigit))
	fmt.Println(strings.TrimPrefix("prefix-x", "prefix-"), strings.TrimSuffix("a.go", ".go"), strings.ToUpper("héllo ß"), strings.ToLower("ÀBC"), strings.Title("hello world"), strings.ToTitle("ab"))
	fmt.Println(strings.EqualFold("GoLang", "gOLANG"), strings.EqualFold("ß", "SS"), strings.Compare("a", "b"))
	fmt.Println(strings.Map(func(r rune) rune {
		switch {
		case r == 'a':
			return 'A'
		case r == 'x':
			return -1
		case r == 'e':
			return '世'
		}
		return r
	}, "axe saxe"))
	before, after, ok := strings.Cut("key=value=x", "=")
	fmt.Println(before, after, ok)
	before, after, ok = strings.Cut("novalue", "=")
	fmt.Printf("%q %q %v\n", before, after, ok)
	p, ok := strings.CutPrefix("foobar", "foo")
	q, ok2 := strings.CutSuffix("foobar", "foo")
	fmt.Println(p, ok, q, ok2)
	for p := range strings.SplitSeq("1-2-3", "-") {
		fmt.Print(p, ";")
	}
	for p := range strings.FieldsSeq(" x  y ") {
		fmt.Print(p, ";")
	}
	for l := range strings.Lines("a\nb\nc") {
		fmt.Printf("%q ", l)
	}
	fmt.Println(strings.ToValidUTF8("a\xffb", "?"), strings.LastIndexAny("golang", "gn"), strings.ContainsFunc("abc", unicode.IsUpper))
}
