// A panic value whose Error method panics.
package main

type E struct{}

func (E) Error() string { panic("while printing") }

func main() {
	panic(E{})
}
