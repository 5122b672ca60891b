// One goroutine deletes from a map while another looks something up.
package main

import "sync"

type sessions struct {
	open map[int]string
}

func (s *sessions) end(id int) {
	delete(s.open, id) //~ race
}

func (s *sessions) user(id int) string {
	return s.open[id]
}

func main() {
	s := &sessions{open: map[int]string{1: "ada", 2: "grace"}}
	var users sync.WaitGroup
	users.Go(func() { s.end(1) })
	users.Go(func() { s.user(2) })
	users.Wait()
}
