// A JSON-like printer and parser over any, with nesting and escapes.
package main

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

func write(b *strings.Builder, v any, indent int) {
	pad := strings.Repeat("  ", indent)
	switch x := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		fmt.Fprint(b, x)
	case int, float64:
		fmt.Fprint(b, x)
	case string:
		b.WriteString(strconv.Quote(x))
	case []any:
		if len(x) == 0 {
			b.WriteString("[]")
			return
		}
		b.WriteString("[\n")
		for i, e := range x {
			b.WriteString(pad + "  ")
			write(b, e, indent+1)
			if i < len(x)-1 {
				b.WriteByte(',')
			}
			b.WriteByte('\n')
		}
		b.WriteString(pad + "]")
	case map[string]any:
		keys := make([]string, 0, len(x))
		for k := range x {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		b.WriteString("{")
		for i, k := range keys {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(b, "\n%s  %q: ", pad, k)
			write(b, x[k], indent+1)
		}
		b.WriteString("\n" + pad + "}")
	default:
		panic(fmt.Sprintf("cannot print %T", v))
	}
}

type dec struct {
	s string
	i int
}

func (d *dec) ws() {
	for d.i < len(d.s) && strings.IndexByte(" \n\t", d.s[d.i]) >= 0 {
		d.i++
	}
}
func (d *dec) value() any {
	d.ws()
	switch c := d.s[d.i]; {
	case c == '{':
		m := map[string]any{}
		d.i++
		for d.ws(); d.s[d.i] != '}'; d.ws() {
			k := d.value().(string)
			d.ws()
			d.i++
			m[k] = d.value()
			if d.ws(); d.s[d.i] == ',' {
				d.i++
			}
		}
		d.i++
		return m
	case c == '[':
		l := []any{}
		d.i++
		for d.ws(); d.s[d.i] != ']'; d.ws() {
			l = append(l, d.value())
			if d.ws(); d.s[d.i] == ',' {
				d.i++
			}
		}
		d.i++
		return l
	case c == '"':
		j := d.i + 1
		for d.s[j] != '"' {
			if d.s[j] == '\\' {
				j++
			}
			j++
		}
		u, err := strconv.Unquote(d.s[d.i : j+1])
		if err != nil {
			panic(err)
		}
		d.i = j + 1
		return u
	case strings.HasPrefix(d.s[d.i:], "true"):
		d.i += 4
		return true
	case strings.HasPrefix(d.s[d.i:], "null"):
		d.i += 4
		return nil
	default:
		j := d.i
		for j < len(d.s) && strings.IndexByte("+-.eE0123456789", d.s[j]) >= 0 {
			j++
		}
		f, err := strconv.ParseFloat(d.s[d.i:j], 64)
		if err != nil {
			panic(err)
		}
		d.i = j
		return f
	}
}

func main() {
	v := map[string]any{"name": "x\"y", "list": []any{1, 2.5, nil, true, []any{}}, "obj": map[string]any{"k": "é\n"}}
	var b strings.Builder
	write(&b, v, 0)
	fmt.Println(b.String())
	d := &dec{s: b.String()}
	w := d.value()
	fmt.Println(w)
	var c strings.Builder
	write(&c, w, 0)
	fmt.Println(b.String() == c.String())
	defer func() { fmt.Println(recover()) }()
	(&dec{s: "[1, x]"}).value()
}
