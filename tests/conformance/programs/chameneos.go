// Rendezvous of coloured creatures at a meeting place: the number of meetings is exact.
//
//conformance:seeds 50
package main

import "fmt"

type colour int

const (
	blue colour = iota
	red
	yellow
)

func complement(a, b colour) colour {
	if a == b {
		return a
	}
	return 3 - a - b
}

type request struct {
	c     colour
	id    int
	reply chan partner
}
type partner struct {
	c  colour
	id int
	ok bool
}

func broker(meetings int, in <-chan request, n int, done chan<- bool) {
	for range meetings {
		a := <-in
		b := <-in
		a.reply <- partner{b.c, b.id, true}
		b.reply <- partner{a.c, a.id, true}
	}
	for range n {
		r := <-in
		r.reply <- partner{}
	}
	done <- true
}

func main() {
	in := make(chan request)
	done := make(chan bool)
	counts := make(chan [2]int)
	start := []colour{blue, red, yellow, blue}
	go broker(10, in, len(start), done)
	for id, c := range start {
		go func() {
			met, self := 0, 0
			reply := make(chan partner)
			for {
				in <- request{c, id, reply}
				p := <-reply
				if !p.ok {
					break
				}
				met++
				if p.id == id {
					self++
				}
				c = complement(c, p.c)
			}
			counts <- [2]int{met, self}
		}()
	}
	total, self := 0, 0
	for range start {
		v := <-counts
		total += v[0]
		self += v[1]
	}
	<-done
	fmt.Println(total, self)
	for a := blue; a <= yellow; a++ {
		for b := blue; b <= yellow; b++ {
			fmt.Print(complement(a, b), " ")
		}
	}
	fmt.Println()
}
