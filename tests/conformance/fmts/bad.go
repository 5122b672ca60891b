// fmt's complaints: wrong verbs, missing and extra arguments, bad indexes, bad width, %! forms.
package main

import "fmt"

type T struct{ A int }

func main() {
	args := []any{"hi", 5, 2.5, true, nil, []int{1}, T{1}, 'x'}
	for _, a := range args {
		for _, f := range []string{"%d", "%s", "%t", "%z", "%f", "%c", "%x", "%e", "%q", "%!", "%U"} {
			fmt.Print(fmt.Sprintf(f, a), " ")
		}
		fmt.Println()
	}
	e := func(f string, a ...any) { fmt.Println(fmt.Sprintf(f, a...)) }
	e("%d %d", 1)
	e("%d", 1, 2, "x")
	e("none", 1)
	e("%")
	e("%d %", 1)
	e("%[3]d", 1, 2)
	e("%[x]d", 1)
	e("%[2]d %[1]d", 1, 2)
	e("%[1]d %d %[1]v", 7, 8)
	e("%*d", "w", 5)
	e("%.*f", -2, 1.5)
	e("%-10d|%", 3)
	e("%!d", 3)
	e("%s", 1, 2.5)
	e("%d", T{1})
	e("%s", T{1})
	e("%s", []any{1, "a", nil, T{2}})
	e("%d", []string{"a"})
	e("%t", "x")
	e("%s", error(nil))
	e("%v %s", nil, nil)
	e("%d", map[string]bool{"k": true})
	e("%w", fmt.Errorf("e"))
	e("%5%|%%|%-5%")
	e("%s %s", struct{}{}, []struct{}{{}})
	e("%d", (*int)(nil))
	e("%x", T{255})
	e("%[1]*d", 5)
	e("%.[2]*[1]f", 3.14159, 2)
	e("%d", []any{1, "x", 2.5})
	e("%v %d", struct{ x any }{}, struct{ x any }{"s"})
}
