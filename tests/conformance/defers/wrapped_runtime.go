// A runtime error re-panicked after wrapping prints both.
package main

import "fmt"

func main() {
	defer func() {
		if r := recover(); r != nil {
			panic(fmt.Errorf("wrapped: %w", r.(error)))
		}
	}()
	var m map[string]int
	m["x"] = 1
}
