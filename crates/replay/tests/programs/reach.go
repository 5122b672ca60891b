// What a program would like to do: reach somebody, go on for ever with a process of its own, take all memory.
package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
)

func init() {
	switch {
	case len(os.Args) < 2:
	case os.Args[1] == "dial":
		if _, err := net.Dial("tcp", os.Args[2]); err != nil {
			fmt.Println("cut off")
			return
		}
		fmt.Println("reached")
	case os.Args[1] == "hang":
		if exec.Command("sleep", os.Args[2]).Start() == nil {
			fmt.Println("started")
		}
		for {
		}
	case os.Args[1] == "grow":
		var all [][]byte
		for {
			more := make([]byte, 1<<24)
			for i := range more {
				more[i] = 1
			}
			all = append(all, more)
		}
	}
}

func main() {}
