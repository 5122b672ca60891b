// Composite literals: keyed, nested elision, pointers, anonymous structs, addressable literals, evaluation order.
package main

import "fmt"

type Point struct{ X, Y int }
type Line struct {
	A, B  *Point
	Label string
}
type Node struct {
	Val         int
	Left, Right *Node
}

var trace []int

func t(i int) int { trace = append(trace, i); return i }

func (n *Node) sum() int {
	if n == nil {
		return 0
	}
	return n.Val + n.Left.sum() + n.Right.sum()
}

func main() {
	l := Line{&Point{1, 2}, &Point{Y: 5}, "l"}
	fmt.Println(*l.A, *l.B, l.Label)
	pp := []*Point{{1, 2}, {3, 4}, nil}
	fmt.Println(*pp[0], pp[1].Y, pp[2] == nil)
	mm := map[Point][]Point{{0, 0}: {{1, 1}, {2, 2}}, {X: 1}: nil}
	fmt.Println(mm)
	aa := [...][]Point{{{1, 2}}, {}, nil}
	fmt.Println(aa, len(aa))
	tree := &Node{1, &Node{2, nil, &Node{4, nil, nil}}, &Node{Val: 3}}
	fmt.Println(tree.sum())
	anon := []struct {
		name string
		pts  []Point
	}{{"a", []Point{{1, 1}}}, {name: "b"}}
	fmt.Printf("%v %+v\n", anon, anon)
	x := Point{Y: t(1), X: t(2)}
	s := []int{t(3), t(4), 5: t(5)}
	fmt.Println(x, s, trace)
	(&Point{1, 2}).X++
	p := &[]int{1, 2, 3}
	(*p)[0] = 10
	q := &map[string]int{"a": 1}
	(*q)["b"] = 2
	fmt.Println(*p, *q, len(*p), &x, &[]int{1}, &map[string]int{"z": 1}, &[2]bool{true})
	fmt.Println(Point{1, 2} == Point{X: 1, Y: 2}, struct{ a, b int }{1, 2}.b, []int{7, 8, 9}[1], map[string]int{"k": 3}["k"], len([]string{"a", 9: "z"}))
	if (Point{1, 1}) == (Point{1, 1}) {
		fmt.Println("equal")
	}
	for _, e := range []Point{{1, 2}, {3, 4}} {
		fmt.Print(e.X+e.Y, " ")
	}
	fmt.Println()
	type T struct {
		*Point
		Line
	}
	v := T{&Point{7, 8}, Line{Label: "emb"}}
	fmt.Println(v.X, v.Label, v.A == nil)
	n := new(42)
	*n++
	fmt.Println(*n, *new(Point), *new("str"), *new(Point{1, 2}))
}
