// Deferred print and println evaluate their arguments at once and run last-in first-out, on stderr.
package main

func f() {
	defer println(42, true, false, true, 1.5, "world", (chan int)(nil), []int(nil) == nil, (map[string]int)(nil), (func())(nil), byte(255))
	defer println(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)
	defer print("printing: ")
	x := 1
	defer println(x)
	x = 2
	println(x)
}

func main() {
	for i := range 3 {
		defer println("loop", i)
	}
	f()
	defer panic("dying message")
	println(int8(-5), uint16(7), 'x', "a"+"b", len("xyz"))
}
