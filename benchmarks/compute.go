// Arithmetic in a loop, on one goroutine: how many instructions a second.
package main

func main() {
	const rounds = 20_000_000
	sum, x := uint64(0), uint64(1)
	for i := uint64(0); i < rounds; i++ {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		if x%3 == 0 {
			sum += x
		} else {
			sum ^= i
		}
	}
	println(sum)
}
