// Topological sorting with cycle detection and error values.
package main

import (
	"fmt"
	"sort"
	"strings"
)

type cycleError []string

func (c cycleError) Error() string { return "cycle: " + strings.Join(c, " -> ") }

type graph map[string][]string

func (g graph) sorted() (order []string, err error) {
	const (
		white = iota
		grey
		black
	)
	state := map[string]int{}
	var path []string
	var visit func(string) error
	visit = func(n string) error {
		switch state[n] {
		case black:
			return nil
		case grey:
			for i, p := range path {
				if p == n {
					return append(append(cycleError{}, path[i:]...), n)
				}
			}
		}
		state[n] = grey
		path = append(path, n)
		defer func() { path = path[:len(path)-1] }()
		for _, d := range g[n] {
			if err := visit(d); err != nil {
				return err
			}
		}
		state[n] = black
		order = append(order, n)
		return nil
	}
	names := make([]string, 0, len(g))
	for n := range g {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		if err := visit(n); err != nil {
			return nil, err
		}
	}
	return
}

func main() {
	g := graph{"app": {"lib", "log"}, "lib": {"core"}, "log": {"core", "fmt"}, "core": nil}
	fmt.Println(g.sorted())
	g["fmt"] = []string{"app"}
	_, err := g.sorted()
	fmt.Println(err)
	c, ok := err.(cycleError)
	fmt.Println(len(c), ok)
}
