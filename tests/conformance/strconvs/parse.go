// strconv parsing: Atoi, ParseInt in bases, ParseUint, ParseFloat, ParseBool, Unquote, and every error text.
package main

import (
	"errors"
	"fmt"
	"strconv"
)

func main() {
	for _, s := range []string{"0", "42", "-42", "+7", "", " 1", "1 ", "12a", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "0x10", "1_000", "٣"} {
		n, err := strconv.Atoi(s)
		fmt.Println(n, err)
	}
	for _, c := range []struct {
		s    string
		base int
		bits int
	}{{"ff", 16, 64}, {"FF", 16, 8}, {"0xff", 0, 64}, {"0b101", 0, 8}, {"0o17", 0, 64}, {"017", 0, 64}, {"1_0", 0, 64}, {"z", 36, 64}, {"128", 10, 8}, {"-129", 10, 8}, {"-128", 10, 8}, {"70000", 10, 16}, {"1", 1, 64}, {"1", 10, 65}, {"12", 2, 64}} {
		i, err := strconv.ParseInt(c.s, c.base, c.bits)
		u, err2 := strconv.ParseUint(c.s, c.base, c.bits)
		fmt.Println(i, err, u, err2)
	}
	for _, s := range []string{"1.5", "-0", "1e10", "1e400", "-1e400", "inf", "-Inf", "NaN", "nan", "0x1p-2", ".5", "5.", "1_0.5", "", "1.5x", "1e", "4.9e-324", "2e-324", "0.1", "16777217"} {
		f, err := strconv.ParseFloat(s, 64)
		g, err2 := strconv.ParseFloat(s, 32)
		fmt.Println(f, err, g, err2)
	}
	for _, s := range []string{"1", "t", "TRUE", "True", "false", "F", "0", "yes", ""} {
		fmt.Print(strconv.ParseBool(s))
		fmt.Print(" ")
	}
	fmt.Println()
	for _, s := range []string{`"a\n\x41\u00e9"`, "`raw\\n`", `'x'`, `"unterminated`, `''`, `"\q"`, ``} {
		u, err := strconv.Unquote(s)
		fmt.Printf("%q %v\n", u, err)
	}
	_, err := strconv.Atoi("bad")
	var ne *strconv.NumError
	fmt.Println(errors.As(err, &ne), ne.Func, ne.Num, ne.Err, errors.Is(err, strconv.ErrSyntax), errors.Is(err, strconv.ErrRange))
}
