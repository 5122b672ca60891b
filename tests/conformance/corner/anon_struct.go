// Anonymous structs, interfaces and functions as types of fields, parameters, map values and channel elements.
package main

import "fmt"

var config = struct {
	Name string
	Opts map[string]struct{ On bool }
	Sub  struct{ Deep [2]struct{ N int } }
	F    func(struct{ X, Y int }) interface{ Sum() int }
}{Name: "cfg", Opts: map[string]struct{ On bool }{"a": {true}}}

type sum struct{ n int }

func (s sum) Sum() int { return s.n }

func take(p struct{ X, Y int }) (r struct{ Area int }) {
	r.Area = p.X * p.Y
	return
}

func iface(x interface {
	Sum() int
}) int {
	return x.Sum() + 1
}

type Point struct{ X, Y int }

func main() {
	config.Sub.Deep[1].N = 7
	config.F = func(p struct{ X, Y int }) interface{ Sum() int } { return sum{p.X + p.Y} }
	fmt.Println(config.Name, config.Opts["a"].On, config.Opts["zz"].On, config.Sub, config.F(struct{ X, Y int }{1, 2}).Sum())
	fmt.Println(take(Point{2, 3}), take(struct{ X, Y int }{4, 5}).Area, iface(sum{9}))
	ch := make(chan struct {
		id  int
		res chan<- string
	}, 1)
	res := make(chan string, 1)
	ch <- struct {
		id  int
		res chan<- string
	}{3, res}
	req := <-ch
	req.res <- fmt.Sprint("req", req.id)
	fmt.Println(<-res)
	tests := []struct {
		in   string
		want int
		f    func(string) int
	}{
		{"abc", 3, func(s string) int { return len(s) }},
		{"", -1, func(s string) int { return len(s) - 1 }},
	}
	for _, tt := range tests {
		fmt.Println(tt.f(tt.in) == tt.want)
	}
	var p struct{ X, Y int } = Point{1, 2}
	q := Point(p)
	fmt.Println(p == q, any(p) == any(q))
	emb := struct {
		Point
		*sum
		fmt.Stringer
	}{Point: Point{8, 9}, sum: &sum{4}}
	fmt.Println(emb.X, emb.Sum(), emb.Stringer == nil)
	var e interface {
		fmt.Stringer
		Sum() int
	} = nil
	fmt.Println(e == nil)
	func(opts ...struct{ k string }) { fmt.Println(len(opts), opts) }(struct{ k string }{"a"}, struct{ k string }{"b"})
}
