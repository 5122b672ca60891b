// A function nobody calls: its parameter is unknown.
package main

import "os"

func main() {}

func Classify(n int, flag bool) {
	if n > 40 {
		os.Exit(1)
	}
	if n*2 == 6 && flag {
		os.Exit(2)
	}
	if n > 40 {
		os.Exit(3) // the same question has the same answer
	}
}
