// Main looks at the result without waiting for the one who computes it.
package main

func compute() int { return 6 * 7 }

func main() {
	result := 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		result = compute() //~ race
	}()
	if result == 0 {
		<-done
	}
}
