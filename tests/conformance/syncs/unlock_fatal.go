// Unlocking an unlocked mutex is a fatal error that recover cannot stop.
package main

import (
	"fmt"
	"sync"
)

func main() {
	defer func() { fmt.Println("never", recover()) }()
	var mu sync.Mutex
	mu.Lock()
	mu.Unlock()
	fmt.Println("before")
	mu.Unlock()
}
