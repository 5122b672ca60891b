// fmt string and byte-slice verbs: %s %q %x %v with flags, width and precision counted in runes.
package main

import (
	"errors"
	"fmt"
)

type S string
type B []byte

func main() {
	s := "héllo 世界"
	fmt.Printf("%s|%12s|%-12s|%.3s|%8.2s|%-8.2s|%q|%#q|%+q|%x|%X|% x|%#x|%# X\n", s, s, s, s, s, s, s, s, s, s, s, s, s, s)
	fmt.Printf("%v|%#v|%T|%5v|%-5v|%05s|%.0s|\n", s, s, s, "a", "b", "c", "d")
	b := []byte("hi\x00\xff")
	fmt.Printf("%s|%q|%x|%v|%d|%#v|%T|%X|% X|%#x\n", b, b, b, b, b, b, b, b, b, b)
	fmt.Printf("%s %q %v %#v\n", S("x"), S("y"), S("z"), S("w"))
	fmt.Printf("%s %q %v %#v\n", B("x"), B("y"), B("z"), B("w"))
	fmt.Printf("%s %q %v %d\n", [3]byte{65, 66, 67}, [3]byte{65, 66, 67}, [3]byte{65, 66, 67}, [2]byte{1, 2})
	fmt.Printf("%s|%q|%v|%#v\n", []string{"a", "b c"}, []string{"a", "b c"}, []string{"a", "b c"}, []string{"a", "b c"})
	fmt.Printf("%q %q %q %+q %#q %#q\n", "tab\t", "quo\"te", `back\slash`, "\u00e9\u65e5", "back`tick", "plain")
	fmt.Printf("%q\n", "\x00\x01\x7f\u0080\u200b\ufeff\U0010ffff\xfe")
	fmt.Printf("%s %v %q\n", errors.New("err"), errors.New("err"), errors.New("err"))
	fmt.Printf("%6.3s|%-6.3s|%6.3v|%.10s|\n", "abcdef", "abcdef", "abcdef", "abc")
	fmt.Printf("%10q|%-10q|%.2q|%x|%.2x\n", "ab", "ab", "abcd", "", "abcd")
	fmt.Printf("%s %s\n", []any{"a", 1, nil}, map[string]string{"k": "v"})
	fmt.Printf("%s|%v|%q\n", []error{errors.New("e1"), nil}, []error{nil}, []byte(nil))
	fmt.Println(S("named"), B("bytes"), []S{"a"}, [2]B{B("x")}, [][]byte{[]byte("hi")})
	fmt.Printf("%08q|%-8s|%8s|\n", "x", "日本", "日本")
	fmt.Printf("%x|%X|% X|%x\n", []string{"ab", "c"}, "xyz", []byte{1, 2, 3}, [2]string{"a", "b"})
}
