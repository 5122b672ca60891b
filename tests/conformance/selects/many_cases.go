// A select with many cases: each ready channel is served, the right index chosen.
package main

import "fmt"

func pick(cs [10]chan int) (int, int) {
	select {
	case v := <-cs[0]:
		return 0, v
	case v := <-cs[1]:
		return 1, v
	case v := <-cs[2]:
		return 2, v
	case v := <-cs[3]:
		return 3, v
	case v := <-cs[4]:
		return 4, v
	case v := <-cs[5]:
		return 5, v
	case v := <-cs[6]:
		return 6, v
	case v := <-cs[7]:
		return 7, v
	case v := <-cs[8]:
		return 8, v
	case v := <-cs[9]:
		return 9, v
	}
}

func main() {
	var cs [10]chan int
	for i := range cs {
		cs[i] = make(chan int, 1)
	}
	for i := range cs {
		cs[i] <- i * i
		fmt.Print(pick(cs))
		fmt.Print(" ")
	}
	fmt.Println()
	for i := range cs {
		cs[i] <- 1
	}
	var seen [10]bool
	for range cs {
		i, _ := pick(cs)
		if seen[i] {
			fmt.Println("twice")
		}
		seen[i] = true
	}
	fmt.Println(seen)
	close(cs[6])
	i, v := pick(cs)
	fmt.Println(i, v)
}
