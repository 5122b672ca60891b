// Regular-expression matcher, glob, edit distance, longest common subsequence, KMP.
package main

import "fmt"

func match(re, s string) bool {
	if re == "" {
		return s == ""
	}
	if len(re) > 1 && re[1] == '*' {
		return match(re[2:], s) || s != "" && (re[0] == '.' || re[0] == s[0]) && match(re, s[1:])
	}
	return s != "" && (re[0] == '.' || re[0] == s[0]) && match(re[1:], s[1:])
}

func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	prev := make([]int, len(y)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := range x {
		cur := append(make([]int, 0, len(y)+1), i+1)
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			cur = append(cur, min(prev[j+1]+1, cur[j]+1, prev[j]+cost))
		}
		prev = cur
	}
	return prev[len(y)]
}

func lcs(a, b string) string {
	t := make([][]int, len(a)+1)
	for i := range t {
		t[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				t[i][j] = t[i+1][j+1] + 1
			} else {
				t[i][j] = max(t[i+1][j], t[i][j+1])
			}
		}
	}
	var out []byte
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			out = append(out, a[i])
			i++
			j++
		case t[i+1][j] >= t[i][j+1]:
			i++
		default:
			j++
		}
	}
	return string(out)
}

func kmp(text, pat string) (at []int) {
	fail := make([]int, len(pat))
	for i, k := 1, 0; i < len(pat); i++ {
		for k > 0 && pat[i] != pat[k] {
			k = fail[k-1]
		}
		if pat[i] == pat[k] {
			k++
		}
		fail[i] = k
	}
	for i, k := 0, 0; i < len(text); i++ {
		for k > 0 && text[i] != pat[k] {
			k = fail[k-1]
		}
		if text[i] == pat[k] {
			k++
		}
		if k == len(pat) {
			at = append(at, i-k+1)
			k = fail[k-1]
		}
	}
	return
}

func main() {
	for _, c := range [][2]string{{"a*b", "aaab"}, {"a*b", "b"}, {"a*b", "aac"}, {".*x.", "abxc"}, {"", ""}, {"", "a"}, {"a*a*a*", "aaaa"}} {
		fmt.Print(match(c[0], c[1]), " ")
	}
	fmt.Println()
	fmt.Println(distance("kitten", "sitting"), distance("", "abc"), distance("héllo", "hello"), distance("same", "same"))
	fmt.Println(lcs("AGGTABQ", "GXTXAYBQ"), lcs("", "x"), lcs("abc", "abc"))
	fmt.Println(kmp("abababcabab", "abab"), kmp("aaaa", "aa"), kmp("x", "yy"))
}
