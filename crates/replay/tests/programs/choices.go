// Random numbers and the clock, as the schedule has them.
package main

import (
	"fmt"
	"math/rand"
	random "math/rand/v2"
	"sync"
	"time"
)

func main() {
	start := time.Now()
	fmt.Println(rand.Intn(3), random.IntN(4), random.N(5), rand.Perm(3), rand.Float64(), start.UTC())
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() { fmt.Println(rand.Intn(10), random.Uint64() == 0) })
	}
	group.Wait()
	time.Sleep(3 * time.Second)
	fmt.Println(time.Since(start), time.Now().UTC())
	mine := rand.New(rand.NewSource(7))
	fmt.Println(mine.Intn(1000))
	if rand.Intn(2) == 1 {
		panic("heads")
	}
}
