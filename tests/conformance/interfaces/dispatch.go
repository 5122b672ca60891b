// Dynamic dispatch through slices and maps of interfaces with value and pointer receivers.
package main

import (
	"fmt"
	"sort"
	"strings"
)

type Shape interface {
	Area() float64
	Perimeter() float64
}
type Circle struct{ r float64 }
type Rect struct{ w, h float64 }
type Square struct{ Rect }
type Scaled struct {
	Shape
	k float64
}
type Func func() float64

func (c *Circle) Area() float64      { return 3 * c.r * c.r }
func (c *Circle) Perimeter() float64 { return 6 * c.r }
func (r Rect) Area() float64         { return r.w * r.h }
func (r Rect) Perimeter() float64    { return 2 * (r.w + r.h) }
func (s Scaled) Area() float64       { return s.Shape.Area() * s.k * s.k }
func (f Func) Area() float64         { return f() }
func (f Func) Perimeter() float64    { return -f() }

type by []Shape

func (b by) Len() int           { return len(b) }
func (b by) Less(i, j int) bool { return b[i].Area() < b[j].Area() }
func (b by) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type Upper string

func (u Upper) String() string { return strings.ToUpper(string(u)) }

type IntList []int

func (l IntList) String() string { return fmt.Sprintf("<%d ints>", len(l)) }

type M map[string]int

func (m M) Inc(k string) M { m[k]++; return m }

func main() {
	c := &Circle{2}
	shapes := []Shape{c, Rect{3, 4}, &Rect{1, 2}, Square{Rect{5, 5}}, Scaled{c, 2}, Func(func() float64 { return 7 })}
	sort.Sort(by(shapes))
	for _, s := range shapes {
		fmt.Printf("%T %.1f %.1f\n", s, s.Area(), s.Perimeter())
	}
	c.r = 1
	total := 0.0
	for _, s := range shapes {
		total += s.Area()
	}
	fmt.Println(total)
	sort.Sort(sort.Reverse(by(shapes)))
	fmt.Printf("%T\n", shapes[0])
	var st fmt.Stringer = Upper("abc")
	fmt.Println(st, IntList{1, 2}, []any{st, IntList(nil)}, M{}.Inc("a").Inc("a"))
	ops := map[string]interface{ Inc(string) M }{"m": M{}}
	ops["m"].Inc("q")
	fmt.Println(ops)
}
