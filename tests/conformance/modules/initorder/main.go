// Packages are initialised once each, dependencies first, in import path order, files in name order.
package main

import (
	"fmt"

	"example.com/initorder/b"
	"example.com/initorder/log"
	_ "example.com/initorder/side"

	"example.com/initorder/a"
)

var x = log.Add("main.x needs y", y)
var y = log.Add("main.y", a.Value+b.Value)

func init() { log.Add("main.init", 0) }

func main() {
	log.Add("main.main", x)
	for _, l := range log.Lines() {
		fmt.Println(l)
	}
	fmt.Println(a.Value, b.Value, other)
}
