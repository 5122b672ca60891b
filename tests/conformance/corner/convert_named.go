// Conversions among named types with equal underlying types: structs (tags ignored), funcs, chans, pointers, slices.
package main

import "fmt"

type A struct {
	X int `json:"x"`
	Y string
}
type B struct {
	X int
	Y string `yaml:"y"`
}
type PA *A
type F func(int) int
type G func(int) int
type Ch chan int
type Send chan<- int
type S1 []int
type S2 []int
type M1 map[string]S1
type Bool bool
type Iface1 interface{ M() string }
type Iface2 interface{ M() string }
type Temp float64
type Name string
type Bytes []byte
type Runes []rune

func (a A) M() string         { return "A.M" + a.Y }
func (f F) Apply(n int) int   { return f(n) }
func (t Temp) String() string { return fmt.Sprintf("%.1f°", float64(t)) }

func main() {
	a := A{1, "y"}
	b := B(a)
	b.X = 2
	fmt.Println(a, b, A(b), struct {
		X int
		Y string
	}(b))
	pb := (*B)(&a)
	pb.X = 50
	fmt.Println(a.X)
	var pa PA = &a
	pa.X++
	fmt.Println(a.X, (*A)(pa).M())
	g := G(func(n int) int { return n * 2 })
	fmt.Println(F(g).Apply(4))
	ch := make(Ch, 1)
	Send((chan int)(ch)) <- 3
	fmt.Println(<-(<-chan int)(ch))
	s := S1{1, 2}
	S2(s)[0] = 9
	fmt.Println(s, []int(s), M1{"k": s})
	ok := Bool(1 < 2)
	if ok && Bool(true) {
		fmt.Println(ok, !ok, bool(ok))
	}
	var i1 Iface1 = a
	i2 := Iface2(i1)
	fmt.Println(i2.M(), i1 == Iface1(i2))
	fmt.Println(Temp(36.6), []Temp{1, 2.25}, map[string]Temp{"a": 3}, Temp(1)/3, float64(Temp(2)))
	n := Name("héé")
	fmt.Println(len(n), n[1:], string(n), Bytes(n), Runes(n), Name(Bytes(n)), Name(Runes(n)), n+"!")
	for i, r := range n {
		fmt.Print(i, r, " ")
	}
	fmt.Println(n < "i", n == Name("héé"))
	switch any(a).(type) {
	case B:
		fmt.Println("B")
	case A:
		fmt.Println("A")
	}
	_, isB := any(a).(B)
	_, isS := any(s).([]int)
	fmt.Println(isB, isS)
	type local struct{ A }
	fmt.Println(local{a}.M(), local{a})
	tv := Temp(200.7)
	u := uint8(tv)
	f32 := float32(Temp(0.1))
	fmt.Println(u, f32, int(f32*100), complex64(complex(f32, 1)))
}
