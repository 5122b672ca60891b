// Generics instantiated across packages: the same instance from two packages is one type; dot import and alias.
package main

import (
	"fmt"
	"strings"

	. "example.com/genericpkg/ds"
	"example.com/genericpkg/user"
)

type id int

func (i id) Less(j id) bool { return i > j }

type IntStack = Stack[int]

func main() {
	var s IntStack
	s.Push(1, 2, 3)
	fmt.Println(s.Pop(), s.Len(), user.Sum(&s))
	var a, b any = Stack[int]{}, user.NewStack()
	_, same := b.(Stack[int])
	fmt.Printf("%T %T %v\n", a, b, same)
	t := NewTree[id]()
	for _, v := range []id{3, 1, 2} {
		t.Insert(v)
	}
	fmt.Println(t.Slice())
	m := MapKeys(map[string]int{"a": 1, "b": 2}, strings.ToUpper)
	fmt.Println(m)
	fmt.Printf("%T %T %T\n", t, Pair[string, id]{}, user.P)
	fmt.Println(user.P == Pair[string, int]{"p", 1}, Counter[string]("x"), Counter[string]("y"), Counter[int](1), user.Bump())
	e := NewEvent[string]()
	var got []string
	off := e.On(func(s string) { got = append(got, s) })
	e.On(func(s string) { got = append(got, s+"!") })
	e.Emit("one")
	off()
	e.Emit("two")
	fmt.Println(got)
}
