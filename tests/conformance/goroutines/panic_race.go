// A panic that is recovered inside its goroutine leaves the others alone.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sort"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	errs := make(chan string, 10)
	for i := range 6 {
		wg.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					errs <- fmt.Sprint(i, ":", r)
				}
			}()
			var arr []int
			switch i % 3 {
			case 0:
				arr[i]++
			case 1:
				panic(fmt.Errorf("err %d", i))
			}
		})
	}
	wg.Wait()
	close(errs)
	var out []string
	for e := range errs {
		out = append(out, e)
	}
	sort.Strings(out)
	for _, s := range out {
		fmt.Println(s)
	}
}
