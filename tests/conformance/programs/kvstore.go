// A versioned key-value store with snapshots, watchers and transactions under an RWMutex.
//
//conformance:seeds 50
package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
)

var ErrConflict = errors.New("conflict")

type value struct {
	data string
	ver  int
}
type Store struct {
	mu    sync.RWMutex
	data  map[string]value
	clock int
	watch map[string][]chan<- value
}

func (s *Store) Get(k string) (value, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.data[k]
	return v, ok
}
func (s *Store) Watch(k string) <-chan value {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := make(chan value, 20)
	s.watch[k] = append(s.watch[k], c)
	return c
}
func (s *Store) Update(k string, f func(value) (string, error)) error {
	for {
		old, _ := s.Get(k)
		data, err := f(old)
		if err != nil {
			return fmt.Errorf("update %s: %w", k, err)
		}
		if err := s.cas(k, old.ver, data); !errors.Is(err, ErrConflict) {
			return err
		}
	}
}
func (s *Store) cas(k string, ver int, data string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.data[k].ver != ver {
		return ErrConflict
	}
	s.clock++
	v := value{data, s.clock}
	s.data[k] = v
	for _, c := range s.watch[k] {
		c <- v
	}
	return nil
}
func (s *Store) Snapshot() map[string]value {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return maps.Clone(s.data)
}

func main() {
	s := &Store{data: map[string]value{}, watch: map[string][]chan<- value{}}
	w := s.Watch("a")
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range 3 {
				err := s.Update("a", func(v value) (string, error) { return v.data + "x", nil })
				if err != nil {
					panic(err)
				}
			}
		})
		wg.Go(func() {
			snap := s.Snapshot()
			if v, ok := snap["a"]; ok && len(v.data) == 0 {
				panic("empty value in snapshot")
			}
		})
	}
	wg.Wait()
	v, _ := s.Get("a")
	fmt.Println(v.data, v.ver, len(w))
	last := 0
	for range len(w) {
		n := <-w
		if n.ver <= last || len(n.data) != n.ver {
			panic("watch out of order")
		}
		last = n.ver
	}
	err := s.Update("b", func(value) (string, error) { return "", errors.New("refused") })
	fmt.Println(err, slices.Sorted(maps.Keys(s.Snapshot())))
}
