// The channel has room for all results.
package main

func parallel[T, U any](items []T, f func(T) U, keep func(U) bool) (results []U) {
	out := make(chan U, len(items))
	for _, item := range items {
		go func() {
			out <- f(item)
		}()
	}
	for range items {
		result := <-out
		if !keep(result) {
			return nil
		}
		results = append(results, result)
	}
	return results
}

func main() {
	double := func(n int) int { return 2 * n }
	small := func(n int) bool { return n < 4 }
	parallel([]int{1, 2}, double, small)
}
