// Text wrapping, justification, centring, roman numerals and number words.
package main

import (
	"fmt"
	"strings"
)

func wrap(s string, w int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(s) {
		if line != "" && len(line)+1+len(word) > w {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

func justify(line string, w int) string {
	words := strings.Fields(line)
	if len(words) == 1 {
		return line
	}
	gap := w - len(strings.Join(words, ""))
	var b strings.Builder
	for i, word := range words {
		b.WriteString(word)
		if n := len(words) - 1 - i; n > 0 {
			g := (gap + n - 1) / n
			b.WriteString(strings.Repeat(" ", g))
			gap -= g
		}
	}
	return b.String()
}

func roman(n int) (s string) {
	for _, p := range []struct {
		v int
		r string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= p.v; n -= p.v {
			s += p.r
		}
	}
	return
}

func unroman(s string) (n int) {
	v := map[byte]int{'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}
	for i := range len(s) {
		if i+1 < len(s) && v[s[i]] < v[s[i+1]] {
			n -= v[s[i]]
		} else {
			n += v[s[i]]
		}
	}
	return
}

func words(n int) string {
	small := strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens := strings.Fields("_ _ twenty thirty forty fifty sixty seventy eighty ninety")
	switch {
	case n < 0:
		return "minus " + words(-n)
	case n < 20:
		return small[n]
	case n < 100:
		if n%10 == 0 {
			return tens[n/10]
		}
		return tens[n/10] + "-" + small[n%10]
	case n < 1000:
		s := small[n/100] + " hundred"
		if n%100 != 0 {
			s += " and " + words(n%100)
		}
		return s
	}
	s := words(n/1000) + " thousand"
	if n%1000 != 0 {
		s += " " + words(n%1000)
	}
	return s
}

func main() {
	text := "The quick brown fox jumps over the lazy dog and then, quite unexpectedly, sleeps."
	for _, l := range wrap(text, 20) {
		j := justify(l, 20)
		fmt.Printf("|%-20s|%20s|%s|\n", l, l, j)
	}
	for _, n := range []int{1, 4, 9, 14, 40, 90, 400, 1994, 2026, 3999} {
		r := roman(n)
		fmt.Print(r, "=", unroman(r), " ")
	}
	fmt.Println()
	for _, n := range []int{0, 13, 42, 100, 219, 1000, 12345, -7} {
		fmt.Println(words(n))
	}
}
