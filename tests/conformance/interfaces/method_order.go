// The missing method named in an assertion panic, pointer receivers, unexported and wrong-signature methods.
package main

import "fmt"

type Big interface {
	Alpha()
	Beta(int) string
	Gamma() error
}
type none struct{}
type some struct{}
type wrong struct{}
type ptr struct{}

func (some) Alpha()          {}
func (some) Beta(int) string { return "" }
func (wrong) Alpha()         {}
func (wrong) Beta(int) int   { return 0 }
func (wrong) Gamma() error   { return nil }
func (*ptr) Alpha()          {}
func (*ptr) Beta(int) string { return "p" }
func (*ptr) Gamma() error    { return nil }

type lower interface{ alpha() }
type variadic interface{ V(...int) }
type slicey struct{}

func (slicey) V([]int) {}

func try(x any, f func(any)) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(r)
		} else {
			fmt.Printf("%T ok\n", x)
		}
	}()
	f(x)
}

func main() {
	big := func(x any) { _ = x.(Big) }
	try(none{}, big)
	try(some{}, big)
	try(wrong{}, big)
	try(ptr{}, big)
	try(&ptr{}, big)
	try(&some{}, big)
	try(nil, big)
	try(3, big)
	try(func() {}, big)
	try([]int{}, big)
	try(struct{ some }{}, big)
	try(struct{ *ptr }{}, big)
	try(struct{ Big }{}, big)
	try(some{}, func(x any) { _ = x.(lower) })
	try(slicey{}, func(x any) { _ = x.(variadic) })
	try(some{}, func(x any) { _ = x.(interface{ Alpha() }).(Big) })
	try(map[string][]*none{}, func(x any) { _ = x.(error) })
	var nb Big
	try(nb, func(any) { _ = nb.(interface{ Alpha() }) })
	try(nb, func(any) { _ = nb.(*ptr) })
	_, ok := any(wrong{}).(Big)
	_, ok2 := any(struct{ *ptr }{}).(Big)
	fmt.Println(ok, ok2)
}
