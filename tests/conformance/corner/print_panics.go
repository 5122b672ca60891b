// fmt survives panicking methods of every kind and nil receivers; a panic inside Format; recursion through pointers.
package main

import (
	"errors"
	"fmt"
)

type A struct{ p *int }

func (a A) String() string { return fmt.Sprint("A", *a.p) }

type B struct{ n int }

func (b *B) String() string { return fmt.Sprint("B", b.n) }

type C struct{}

func (C) Format(s fmt.State, v rune) { panic("format") }

type D struct{}

func (D) GoString() string { panic(errors.New("gostring")) }

type E struct{}

func (E) Error() string { var m map[int]int; m[0] = 1; return "" }

type F struct{}

func (F) String() string { panic(F{}) }

func main() {
	n := 4
	fmt.Println(A{&n}, A{nil})
	var b *B
	fmt.Println(b, &B{2}, []*B{nil})
	fmt.Printf("%v|%s|%d\n", b, b, 5)
	fmt.Println(C{}, 1)
	fmt.Printf("%d %v\n", C{}, []any{C{}, 2})
	fmt.Printf("%#v %v\n", D{}, D{})
	fmt.Println(E{}, errors.New("fine"))
	fmt.Printf("%v %s %q\n", E{}, A{}, []any{A{}, "q"})
	fmt.Println(fmt.Sprintf("%s", error(nil)), fmt.Errorf("wrapped: %w", E{}))
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		_ = A{}.String()
	}()
	var s fmt.Stringer = b
	fmt.Println(s == nil, s)
	fmt.Printf("%6.2v|%T|%p\n", A{&n}, C{}, nil)
	func() {
		defer func() { r := recover(); fmt.Println("nested panic prints", r != nil) }()
		fmt.Println(F{})
	}()
}
