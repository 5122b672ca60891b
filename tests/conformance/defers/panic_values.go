// panic with values of many types, runtime.Error, PanicNilError, errors wrapped and inspected.
package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
)

type custom struct{ code int }

func (c custom) Error() string { return fmt.Sprint("custom ", c.code) }

func catch(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return "no panic"
}

func main() {
	fmt.Println(catch(func() { panic("s") }))
	fmt.Println(catch(func() { panic(42) }))
	fmt.Println(catch(func() { panic([]int{1}) }))
	fmt.Println(catch(func() { panic(custom{3}) }))
	fmt.Println(catch(func() { panic(io.EOF) }) == io.EOF)
	r := catch(func() { panic(nil) })
	pne, ok := r.(*runtime.PanicNilError)
	fmt.Println(r, ok, pne != nil)
	_, ok = r.(runtime.Error)
	fmt.Println(ok)
	r = catch(func() { var e error; panic(e) })
	fmt.Printf("%T %v\n", r, r)
	fmt.Println(catch(func() {}))
	r = catch(func() { var m map[string]int; m["a"]++ })
	re := r.(runtime.Error)
	fmt.Println(re.Error(), re)
	r = catch(func() { s := []int{}; i := 2; s[i]++ })
	fmt.Printf("%v %T\n", r, r)
	var rt runtime.Error
	err := fmt.Errorf("wrap: %w", r.(error))
	fmt.Println(errors.As(err, &rt), rt)
	r = catch(func() { panic(fmt.Errorf("w %w", custom{9})) })
	var c custom
	fmt.Println(errors.As(r.(error), &c), c.code, r)
	r = catch(func() { panic(func() int { return 7 }) })
	fmt.Println(r.(func() int)())
	r = catch(func() { var p *custom; fmt.Println(p.code) })
	fmt.Printf("%v\n", r)
	r = catch(func() { var e error = (*custom)(nil); fmt.Println(e.Error()) })
	fmt.Printf("%v\n", r)
	r = catch(func() { var i any = 3; _ = i.(string) })
	fmt.Printf("%T %v\n", r, r)
	x := 0
	r = catch(func() { fmt.Println(1 / x) })
	fmt.Printf("%T %v %v\n", r, r, r.(error).Error() == "runtime error: integer divide by zero")
}
