// The print and println builtins write to stderr in their own format.
package main

type myInt int
type S string

func main() {
	println("hello", 1, -2, true, 'a', uint8(200), myInt(5), S("s"))
	print("a", 1, "b", false, "\n")
	println(1.5, 0.1, 1e100, -2.0, float32(0.25), 100000000.0)
	println(1+2i, 0.0)
	println()
	println("int64", int64(-1<<63), uint64(1<<64-1), uintptr(77))
	var e error
	var p *int
	var m map[string]int
	var f func()
	println(e == nil, p, m == nil, f == nil)
	inf := 1.0
	z := 0.0
	println(inf/z, -inf/z, z/z)
	print("no newline at end")
	print("\n")
	defer println("deferred println")
	defer print("deferred print ", 7, "\n")
	const c = 1 << 40
	println(c, len("abc"), cap(make([]int, 2, 9)))
}
