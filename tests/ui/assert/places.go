// A mark has the place of a statement: at the end of a line behind it, but before a return; in closures and cases.
package main

func half(n int) int {
	if n%2 != 0 {
		return 0 //vtrace:unreachable //~ unreachable
	}
	return n / 2 //vtrace:assert n < 4 //~ assertion
}

func main() {
	n := half(4) //vtrace:assert n == 2
	n = half(3)  //vtrace:assert n == 2 //~ assertion
	check := func(c chan int) {
		select {
		case <-c: //vtrace:unreachable
		default: //vtrace:reachable
		}
	}
	check(nil)
	switch n {
	case 7: //vtrace:reachable //~ reachable
	}
}
