// The same generic body behaves by its type argument: division, printing, comparison, shifts, conversions, len.
package main

import "fmt"

type Int interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~int | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uint
}
type Real interface{ Int | ~float32 | ~float64 }

func wrap[T Int](x T) T                        { return x*x + x + 100 }
func shift[T Int](x T, n uint) T               { return x << n >> n }
func neg[T Int](x T) T                         { return -x }
func div[T Real](a, b T) T                     { return a / b }
func half[T Real](x T) T                       { return x / 2 }
func to[T, U Real](x U) T                      { return T(x) }
func less[T Real](a, b T) bool                 { return a-b < b }
func inc[T Real](p *T)                         { *p++ }
func bitnot[T Int](x T) T                      { return ^x &^ 1 }
func name[T any]() string                      { var z T; return fmt.Sprintf("%T", z) }
func name2[T any]() string                     { return fmt.Sprintf("%T", new(T)) }
func eq[T comparable](a, b T) bool             { return a == b }
func size[T ~[]E | ~map[int]E, E any](t T) int { return len(t) }
func rng[T ~[]byte | ~string](t T) (n int) {
	for i := range len(t) {
		n = n*3 + int(t[i])
	}
	return
}

type deg int8

func (d deg) String() string { return fmt.Sprintf("%d°", int8(d)) }

func all[T Int](x T) {
	fmt.Println(name[T](), wrap(x), shift(x, 3), neg(x), bitnot(x), half(x), less(x, 1))
}

func main() {
	all[int8](100)
	all[uint8](100)
	all[int16](1000)
	all[uint16](60000)
	all[int32](1 << 20)
	all[uint32](1 << 31)
	all[int64](1 << 40)
	all[uint64](1 << 63)
	all(deg(100))
	fmt.Println(div(7, 2), div(7.0, 2), div[float32](1, 3), div[uint8](200, 7), half(deg(-3)))
	fmt.Println(to[int8](300.7-256), to[uint8](int64(-1)), to[float32](0.1), to[int](float32(2.9)), to[deg](65))
	x, y, z := 1.5, uint8(255), deg(127)
	inc(&x)
	inc(&y)
	inc(&z)
	fmt.Println(x, y, z)
	fmt.Println(name[error](), name2[error](), name[[]deg](), name2[func(int) string](), name[map[string]*deg](), name2[struct{ A any }]())
	fmt.Println(eq("a", "a"), eq(1.5, 1.5), eq[any](1, 1.0), eq([2]int{1}, [2]int{1, 0}), eq(&x, &x), eq[error](nil, nil))
	fmt.Println(size[[]int, int]([]int{1, 2}), size[map[int]string, string](map[int]string{1: "a"}), rng("ab"), rng([]byte("ab")))
	defer func() { fmt.Println(recover()) }()
	fmt.Println(div(1, x-x) > 1, div(1, int(y)))
}
