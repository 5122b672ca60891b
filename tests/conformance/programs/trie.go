// A trie with insertion, prefix search, deletion and longest common prefix.
package main

import (
	"fmt"
	"slices"
)

type trie struct {
	kids map[rune]*trie
	end  bool
}

func (t *trie) insert(w string) {
	for _, r := range w {
		if t.kids == nil {
			t.kids = map[rune]*trie{}
		}
		n, ok := t.kids[r]
		if !ok {
			n = new(trie)
			t.kids[r] = n
		}
		t = n
	}
	t.end = true
}
func (t *trie) find(w string) *trie {
	for _, r := range w {
		if t = t.kids[r]; t == nil {
			return nil
		}
	}
	return t
}
func (t *trie) walk(prefix string, f func(string)) {
	if t == nil {
		return
	}
	if t.end {
		f(prefix)
	}
	ks := make([]rune, 0, len(t.kids))
	for r := range t.kids {
		ks = append(ks, r)
	}
	slices.Sort(ks)
	for _, r := range ks {
		t.kids[r].walk(prefix+string(r), f)
	}
}
func (t *trie) remove(w string) bool {
	if w == "" {
		t.end = false
		return len(t.kids) == 0
	}
	r := []rune(w)[0]
	k := t.kids[r]
	if k != nil && k.remove(w[len(string(r)):]) {
		delete(t.kids, r)
	}
	return !t.end && len(t.kids) == 0
}

func main() {
	var t trie
	for _, w := range []string{"go", "gopher", "golang", "日本", "日本語", "good", "a"} {
		t.insert(w)
	}
	show := func(p string) {
		t.find(p).walk(p, func(w string) { fmt.Print(w, " ") })
		fmt.Println()
	}
	show("")
	show("go")
	show("日")
	show("zzz")
	t.remove("golang")
	t.remove("go")
	t.remove("missing")
	show("")
	fmt.Println(t.find("gol") == nil, t.find("go").end, t.find("gopher").end)
}
