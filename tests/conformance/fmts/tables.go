// Typical report printing: aligned columns, nested data, Stringers as map keys and values, multi-line strings.
package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

type level int

const (
	debug level = iota
	info
	warn
)

func (l level) String() string {
	switch l {
	case debug:
		return "DEBUG"
	case info:
		return "INFO"
	}
	return fmt.Sprintf("level(%d)", int(l))
}

type point struct{ X, Y float64 }
type poly []point
type entry struct {
	Lvl  level
	Took time.Duration
	Tags map[string]any
	At   *point
	Err  error
}

func main() {
	for _, l := range []level{debug, info, warn, -1} {
		fmt.Printf("%-9s|%9v|%d|%x|%q\n", l, l, l, int(l), l)
	}
	fmt.Println(map[level]int{info: 1, debug: 2, warn: 3}, []level{warn, info}, [1]level{debug})
	fmt.Printf("%v %+v\n", poly{{1, 2}, {3, 4.5}}, poly{{1, 2}})
	e := entry{info, 1500 * time.Millisecond, map[string]any{"n": 1, "s": "x", "l": []level{debug}}, nil, fmt.Errorf("bad %q", "thing")}
	fmt.Printf("%v\n%+v\n", e, e)
	rows := [][]any{{"name", "qty", "price"}, {"apple", 3, 1.5}, {"kiwi", 12, 0.25}}
	for i, r := range rows {
		if i == 0 {
			fmt.Printf("%-8s%5s%8s\n%s\n", append(r, strings.Repeat("-", 21))...)
			continue
		}
		fmt.Printf("%-8v%5v%8.2f\n", r...)
	}
	fmt.Fprintf(os.Stdout, "%s\n", strings.Join(strings.Split("a b c", " "), "\n"))
	type tree struct {
		Val  int
		L, R *tree
	}
	t := tree{1, nil, nil}
	fmt.Printf("%v %+v %T\n", t, t, t)
	var ip *int
	var e2 error
	fmt.Printf("%v %v %d %s %v\n", ip, e2, ip, e2, struct{ E error }{})
	fmt.Printf("%s %v %s\n", time.Duration(0), 90*time.Second, []time.Duration{1, 1e9})
	fmt.Printf("%v %s\n", time.March, time.Weekday(2))
	fmt.Println(time.Duration(1500)*time.Microsecond, time.Minute+30*time.Second, -time.Hour)
	fmt.Printf("%5.1f|%-7.2f|%+.1e\n", 1.0/3, 2.0/3, 12345.678)
}
