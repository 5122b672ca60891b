// Exit codes above 255 wrap, and output before os.Exit is kept.
package main

import (
	"fmt"
	"os"
)

type cleanup struct{ name string }

func (c cleanup) Close() { fmt.Println("closing", c.name) }

func run() int {
	c := cleanup{"run"}
	defer c.Close()
	fmt.Print("partial line")
	return 44 + 256
}

func main() {
	os.Exit(run())
}
