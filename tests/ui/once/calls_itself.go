// Initialising the settings needs a default, whose getter initialises the settings.
package main

import "sync"

var (
	once     sync.Once
	settings map[string]int
)

func get(key string) int {
	once.Do(initialise) //~ once-reentry
	return settings[key]
}

func initialise() {
	settings = map[string]int{"size": 10}
	settings["half"] = get("size") / 2
}

func main() {
	get("half")
}
