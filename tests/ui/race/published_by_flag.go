// A plain flag says that the data is there; nothing orders the two.
package main

var (
	data  int
	ready bool
)

func main() {
	go func() {
		data, ready = 42, true //~ race
	}()
	if ready && data != 42 {
		panic("ready, but not yet there")
	}
}
