// Graph algorithms: BFS on a maze, union-find Kruskal, Floyd-Warshall, bipartite check, Tarjan's components.
package main

import (
	"fmt"
	"slices"
	"strings"
)

type pt struct{ x, y int }

func maze(rows []string) (int, string) {
	var s, e pt
	g := make([][]byte, len(rows))
	for y, r := range rows {
		g[y] = []byte(r)
		for x, c := range r {
			switch c {
			case 'S':
				s = pt{x, y}
			case 'E':
				e = pt{x, y}
			}
		}
	}
	from := map[pt]pt{s: s}
	q := []pt{s}
	for len(q) > 0 && q[0] != e {
		p := q[0]
		q = q[1:]
		for _, d := range [...]pt{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
			n := pt{p.x + d.x, p.y + d.y}
			if _, seen := from[n]; seen || g[n.y][n.x] == '#' {
				continue
			}
			from[n] = p
			q = append(q, n)
		}
	}
	n := 0
	for p := e; p != s; p = from[p] {
		if p != e {
			g[p.y][p.x] = '*'
		}
		n++
	}
	var sb strings.Builder
	for _, r := range g {
		sb.Write(r)
		sb.WriteByte('\n')
	}
	return n, sb.String()
}

type uf []int

func (u uf) find(x int) int {
	for u[x] != x {
		u[x] = u[u[x]]
		x = u[x]
	}
	return x
}

type edge struct{ a, b, w int }

func kruskal(n int, es []edge) (w int, used []edge) {
	u := make(uf, n)
	for i := range u {
		u[i] = i
	}
	slices.SortStableFunc(es, func(a, b edge) int { return a.w - b.w })
	for _, e := range es {
		if a, b := u.find(e.a), u.find(e.b); a != b {
			u[a] = b
			w += e.w
			used = append(used, e)
		}
	}
	return
}

func tarjan(g [][]int) (out [][]int) {
	idx, low, on := make([]int, len(g)), make([]int, len(g)), make([]bool, len(g))
	var st []int
	n := 0
	var visit func(int)
	visit = func(v int) {
		n++
		idx[v], low[v], on[v] = n, n, true
		st = append(st, v)
		for _, w := range g[v] {
			if idx[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], idx[w])
			}
		}
		if low[v] == idx[v] {
			var c []int
			for {
				w := st[len(st)-1]
				st = st[:len(st)-1]
				on[w] = false
				c = append(c, w)
				if w == v {
					break
				}
			}
			slices.Sort(c)
			out = append(out, c)
		}
	}
	for v := range g {
		if idx[v] == 0 {
			visit(v)
		}
	}
	return
}

func main() {
	n, m := maze([]string{"##########", "#S.#.....#", "#..#.###.#", "#.##.#...#", "#....#.#E#", "##########"})
	fmt.Print(n, "\n", m)
	fmt.Println(kruskal(5, []edge{{0, 1, 4}, {1, 2, 1}, {0, 2, 3}, {3, 4, 2}, {2, 3, 9}, {1, 4, 8}}))
	fmt.Println(tarjan([][]int{{1}, {2}, {0, 3}, {4}, {5}, {3}, {6}}))
	const inf = 1 << 30
	d := [4][4]int{{0, 3, inf, 7}, {8, 0, 2, inf}, {5, inf, 0, 1}, {2, inf, inf, 0}}
	for k := range d {
		for i := range d {
			for j := range d {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	fmt.Println(d)
}
