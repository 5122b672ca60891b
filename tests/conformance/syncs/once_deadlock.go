// Once.Do called from within its own function is a deadlock.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var once sync.Once
	once.Do(func() {
		fmt.Println("in once")
		once.Do(func() { fmt.Println("never") })
	})
}
