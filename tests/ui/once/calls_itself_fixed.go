// The initialiser reads the map directly.
package main

import "sync"

var (
	once     sync.Once
	settings map[string]int
)

func get(key string) int {
	once.Do(initialise)
	return settings[key]
}

func initialise() {
	settings = map[string]int{"size": 10}
	settings["half"] = settings["size"] / 2
}

func main() {
	get("half")
}
