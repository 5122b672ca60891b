// Internal packages, unexported names of the same spelling, embedded types and interfaces across packages.
package main

import (
	"errors"
	"fmt"

	"example.com/internalpkg/internal/shape"
	st "example.com/internalpkg/store"
)

type local struct{ hidden int }

func (l local) secret() string { return "local secret" }

type hasSecret interface{ secret() string }

type box struct {
	shape.Square
	label string
}

func main() {
	s := shape.NewSquare(3)
	fmt.Println(s, s.Area())
	fmt.Printf("%v %+v %T\n", box{s, "b"}, box{s, "b"}, s)
	b := box{s, "x"}
	b.Scale(2)
	fmt.Println(b.Area(), s.Area(), b.Side())
	var any1 any = s
	_, ok := any1.(hasSecret)
	_, ok2 := any(local{}).(hasSecret)
	fmt.Println(ok, ok2, shape.Reveal(s))
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = any1.(hasSecret)
	}()
	db := st.Open(st.WithLimit(2))
	fmt.Println(db.Put("a", 1), db.Put("b", 2))
	err := db.Put("c", 3)
	var le *st.LimitError
	fmt.Println(err, errors.As(err, &le), le.Limit, errors.Is(err, st.ErrFull))
	v, err := db.Get("zz")
	fmt.Println(v, err == st.ErrMissing, db)
	fmt.Println(any(local{1}) == any(shape.Other()), fmt.Sprintf("%T %T", local{}, shape.Other()))
}
