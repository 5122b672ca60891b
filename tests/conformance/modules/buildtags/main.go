// Build constraints: GOOS suffixes, go:build lines, ignored files, negated and version tags.
package main

import "fmt"

var parts []string

func main() {
	fmt.Println(osName(), feature(), version())
	fmt.Println(parts)
}
