// Print, Println, Sprint spacing rules; Fprint to several writers; Append functions; return values.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
)

type S struct{ s string }

func main() {
	fmt.Print("a", "b", 1, 2, "c", 3, "d\n")
	fmt.Print(1, 2, 3, "\n")
	fmt.Print("x", 1, 2, true, false, nil, 'a', "\n")
	fmt.Print(S{"a"}, S{"b"}, []int{1}, []int{2}, "\n")
	fmt.Print(errors.New("e1"), errors.New("e2"), "s", errors.New("e3"), "\n")
	fmt.Print()
	fmt.Println()
	fmt.Println("a", "", 1, nil, "b")
	fmt.Println("trailing\n")
	fmt.Printf("no newline")
	fmt.Println(fmt.Sprint("a", 1, "b") == "a1b", fmt.Sprint(1, 2), fmt.Sprintln("x", 1) == "x 1\n", fmt.Sprint(), fmt.Sprint("", ""))
	n, err := fmt.Println("héllo")
	fmt.Println(n, err)
	n, _ = fmt.Printf("%d-%s\n", 12, "é")
	m, _ := fmt.Print("abc\n")
	fmt.Println(n, m)
	var b bytes.Buffer
	var sb strings.Builder
	fmt.Fprintf(&b, "%03d", 7)
	fmt.Fprintln(&b, "x", 'y')
	fmt.Fprint(&sb, 1, 2, "z")
	fmt.Printf("%q %q\n", b.String(), sb.String())
	fmt.Fprintln(os.Stdout, "to stdout", 1.0, float32(2.5), 1e9, 123456789.0)
	fmt.Println(string(fmt.Appendf([]byte("pre-"), "%x", 255)), string(fmt.Append(nil, 1, "a")), string(fmt.Appendln(nil, 1, 2)))
	err = fmt.Errorf("wrap %w and %d", errors.New("inner"), 3)
	fmt.Println(err, errors.Unwrap(err))
	fmt.Println([]string{"a b", "c"}, []any{"a", 1}, [2][]int{{1}, {2}}, map[string]bool{"z": true, "a": false})
	fmt.Println(int8(1), uint8(2), 'x', "x"[0], 3i, uintptr(9), 1.5e300)
	var ip *int
	var e error
	var f func()
	fmt.Println(ip, e, f == nil, struct{}{}, [0]int{})
}
