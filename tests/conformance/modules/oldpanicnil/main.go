// With go 1.20 in go.mod, panic(nil) is recovered as nil (GODEBUG panicnil=1 is the default).
package main

import "fmt"

func main() {
	defer func() { r := recover(); fmt.Printf("%T %v\n", r, r) }()
	panic(nil)
}
