// An uncaught panic with a Stringer value prints its String text.
package main

type S struct{ n int }

func (s S) String() string { return "S-string" }

func main() {
	panic(S{1})
}
