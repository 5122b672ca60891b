// Package entries has a bug in a function, an example, a fuzz target and a parallel subtest.
package entries

// First asks n goroutines, and takes the first answer: the others wait for ever.
func First(n int) int {
	answers := make(chan int)
	for i := range n {
		go func() { answers <- i }()
	}
	if n == 0 {
		return 0
	}
	return <-answers
}
