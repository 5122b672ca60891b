// String building in many ways gives equal strings; comparisons and map keys work on contents, not identity.
package main

import (
	"bytes"
	"fmt"
	"strings"
)

func build(n int) []string {
	var plus string
	var sb strings.Builder
	var buf bytes.Buffer
	var bs []byte
	var rs []rune
	parts := []string{}
	for i := range n {
		r := rune('a' + i%26)
		plus += string(r)
		sb.WriteRune(r)
		buf.WriteByte(byte(r))
		bs = append(bs, byte(r))
		rs = append(rs, r)
		parts = append(parts, string(r))
	}
	return []string{plus, sb.String(), buf.String(), string(bs), string(rs), strings.Join(parts, ""), fmt.Sprint(plus), fmt.Sprintf("%s", bs)}
}

func main() {
	for _, n := range []int{0, 1, 26, 300} {
		ss := build(n)
		m := map[string]int{}
		a := map[any]bool{}
		for _, s := range ss {
			m[s]++
			a[s] = true
		}
		fmt.Println(n, len(m), len(a), len(ss[0]))
	}
	s := "hello"
	parts := [...]string{s[:2], s[2:], s[1:4], s[5:], s[0:0]}
	fmt.Println(parts[0]+parts[1] == s, parts[2] == "ell", parts[3] == parts[4], s[1:][1:][1:] == "lo")
	t := s
	s += "!"
	fmt.Println(t, s, t < s, t+"!" == s)
	x := []byte(t)
	u := string(x)
	x[0] = 'J'
	fmt.Println(u, string(x), t)
	c := "a" + "b" + t + "c" + u + fmt.Sprint(1, 2) + "d"
	fmt.Println(c, len(c))
	switch {
	case c > "ab" && c < "ac":
		fmt.Println("between")
	}
	var e string
	e += e
	fmt.Println(e == "", e+"x", strings.Repeat(e, 5) == "", strings.Repeat("=-", 3))
	keys := map[[2]string]int{{"a", "bc"}: 1, {"ab", "c"}: 2}
	fmt.Println(keys[[2]string{"a", "b" + "c"}], keys[[2]string{string([]byte("ab")), "c"}])
}
