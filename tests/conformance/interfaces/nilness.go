// Nil interfaces versus interfaces holding nil pointers, and calls through both.
package main

import (
	"errors"
	"fmt"
)

type E struct{ msg string }

func (e *E) Error() string {
	if e == nil {
		return "nil E"
	}
	return e.msg
}

type V struct{}

func (V) Error() string { return "V" }

func mayFail(f bool) error {
	var e *E
	if f {
		e = &E{"failed"}
	}
	return e
}

func good() error { return nil }

func main() {
	err := mayFail(false)
	fmt.Println(err == nil, err != nil, err, good() == nil)
	fmt.Println(err.(*E) == nil, err == (*E)(nil), err == error((*E)(nil)))
	var i any
	var j error
	fmt.Println(i == nil, j == nil, i == j, any(j) == nil)
	i = j
	fmt.Println(i == nil)
	i = (*int)(nil)
	fmt.Println(i == nil, i == (*int)(nil), i == (*string)(nil))
	_, ok := i.(error)
	_, ok2 := i.(*int)
	fmt.Println(ok, ok2)
	i = mayFail(true)
	e, ok := i.(interface{ Error() string })
	fmt.Println(e, ok)
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(j.Error())
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var pv *V
		j = pv
		fmt.Println(j != nil)
		fmt.Println(j.Error())
	}()
	var fn func()
	i = fn
	fmt.Println(i == nil, i.(func()) == nil)
	var m map[string]int
	i = m
	fmt.Println(i == nil, len(i.(map[string]int)))
	var pe *E
	fmt.Println(errors.Is(err, pe), pe.Error())
	var es []error = []error{nil, pe, V{}, errors.New("x")}
	for _, e := range es {
		fmt.Print(e == nil, " ")
	}
	fmt.Println()
}
