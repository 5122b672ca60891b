// The little of reflect that programs use: TypeOf, Kind, DeepEqual, ValueOf basics.
package main

import (
	"fmt"
	"reflect"
)

type T struct {
	A int
	B []string
	c map[string]int
}

func main() {
	for _, v := range []any{1, "s", 2.5, []int{}, [2]int{}, map[string]int{}, T{}, &T{}, func() {}, make(chan int), true, 1i, uint8(1)} {
		fmt.Println(reflect.TypeOf(v), reflect.TypeOf(v).Kind())
	}
	fmt.Println(reflect.TypeOf(T{}).Name(), reflect.TypeOf(T{}) == reflect.TypeOf(T{}), reflect.TypeOf(1) == reflect.TypeOf(int64(1)))
	a := T{1, []string{"x"}, map[string]int{"k": 1}}
	b := T{1, []string{"x"}, map[string]int{"k": 1}}
	fmt.Println(reflect.DeepEqual(a, b), reflect.DeepEqual(&a, &b))
	b.c["k"] = 2
	fmt.Println(reflect.DeepEqual(a, b))
	fmt.Println(reflect.DeepEqual([]int{}, []int(nil)), reflect.DeepEqual([]int{1}, []int{1}), reflect.DeepEqual(1, int64(1)), reflect.DeepEqual(nil, nil), reflect.DeepEqual([]any{1, "a", nil}, []any{1, "a", nil}))
	fmt.Println(reflect.DeepEqual(map[string][]int{"a": {1}}, map[string][]int{"a": {1}}))
}
