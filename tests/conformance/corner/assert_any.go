// A nil interface asserted to its own type, and one that becomes a method value.
package main

import "fmt"

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func value[T fmt.Stringer](x T) func() string { return x.String }

func main() {
	try(func() {
		x := any(nil)
		y := x.(any)
		fmt.Println(y)
	})
	x := any(nil)
	_, ok := x.(any)
	fmt.Println(ok, any(1).(any))
	var s fmt.Stringer
	try(func() { fmt.Println(s.String != nil) })
	try(func() { fmt.Println(value(s) != nil) })
}
