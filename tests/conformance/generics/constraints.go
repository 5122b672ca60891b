// Constraint with methods, pointer-receiver pattern, core types: channels, maps, funcs; generic method calls.
package main

import (
	"fmt"
	"strings"
)

type Setter[T any] interface {
	*T
	Set(string)
}
type Conf struct{ v string }
type Upper struct{ v string }

func (c *Conf) Set(s string)  { c.v = s }
func (u *Upper) Set(s string) { u.v = strings.ToUpper(s) }

func FromStrings[T any, P Setter[T]](ss ...string) []T {
	out := make([]T, len(ss))
	for i, s := range ss {
		P(&out[i]).Set(s)
	}
	return out
}

type Shower interface {
	comparable
	Show() string
}
type ID int
type Name string

func (i ID) Show() string   { return fmt.Sprintf("#%d", int(i)) }
func (n Name) Show() string { return "@" + string(n) }

func Uniq[T Shower](xs ...T) string {
	seen := map[T]bool{}
	var b strings.Builder
	for _, x := range xs {
		if !seen[x] {
			seen[x] = true
			b.WriteString(x.Show())
		}
	}
	return b.String()
}

func Send[C ~chan E | ~chan<- E, E any](c C, vs ...E) {
	for _, v := range vs {
		c <- v
	}
}
func Call[F ~func(A) R, A, R any](f F, a A) R { return f(a) }

type Bytes interface{ ~string | ~[]byte }

func Count[T Bytes](s T, c byte) (n int) {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			n++
		}
	}
	return n
}
func Head[T Bytes](s T, n int) T { return s[:n] }

type Adder[T any] interface{ Add(T) T }
type V2 struct{ x, y int }

func (a V2) Add(b V2) V2 { return V2{a.x + b.x, a.y + b.y} }
func Fold[T Adder[T]](xs ...T) (s T) {
	for _, x := range xs {
		s = s.Add(x)
	}
	return
}

type Numeric interface{ ~int | ~uint8 | ~float64 }

func Kind[T Numeric](x T) string {
	switch any(x).(type) {
	case int:
		return "int"
	case uint8:
		return "uint8"
	case float64:
		return "float64"
	}
	return fmt.Sprintf("other %T half=%v wrap=%v", x, x/2, x+250)
}

type myByte uint8
type MyChan chan int

func main() {
	fmt.Println(FromStrings[Conf]("a", "b"), FromStrings[Upper]("a", "b"))
	fmt.Println(Uniq(ID(1), 2, 1), Uniq[Name]("x", "x", "y"))
	c := make(MyChan, 3)
	Send(c, 1, 2, 3)
	fmt.Println(len(c), <-c)
	fmt.Println(Call(strings.ToUpper, "abc"), Call(func(i int) float64 { return float64(i) / 2 }, 5))
	fmt.Println(Count("banana", 'a'), Count([]byte("banana"), 'n'), Head("hello", 2), Head([]byte("hello"), 2))
	fmt.Println(Fold(V2{1, 2}, V2{3, 4}), Fold[V2]())
	fmt.Println(Kind(1), Kind(uint8(1)), Kind(1.5), Kind(myByte(9)))
	var sh interface{ Show() string } = ID(3)
	fmt.Println(sh.Show())
}
