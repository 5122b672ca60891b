// Each goroutine recovers from its own panic.
package main

func handle(request int) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	if request == 0 {
		panic("empty request")
	}
	return true
}

func serve(requests []int) {
	for _, request := range requests {
		go handle(request)
	}
}

func main() {
	serve([]int{1, 0})
}
