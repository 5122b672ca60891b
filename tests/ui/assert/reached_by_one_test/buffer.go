// Package reached has lines that one test reaches, or none.
package reached

func offer(c chan int, n int) bool {
	select {
	case c <- n:
		return true //vtrace:reachable
	default:
		//vtrace:reachable
		return false
	}
}

func first[T comparable](list []T, zero T) T {
	if len(list) == 0 {
		return zero //vtrace:reachable
	}
	if list[0] == zero {
		return zero //vtrace:reachable //~ reachable
	}
	return list[0]
}
