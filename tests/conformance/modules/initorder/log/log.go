// Package log records the order of initialisation.
package log

import "fmt"

var lines []string

func init() { lines = append(lines, "log.init") }

// Add records a line and returns n.
func Add(s string, n int) int {
	lines = append(lines, fmt.Sprintf("%s = %d", s, n))
	return n
}

// Lines returns what was recorded.
func Lines() []string { return lines }
