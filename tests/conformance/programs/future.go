// Futures and promises: resolve once, many waiters, chaining, errors, all and race combinators.
//
//conformance:seeds 50
package main

import (
	"errors"
	"fmt"
	"sync"
)

type Future[T any] struct {
	done chan struct{}
	once sync.Once
	val  T
	err  error
}

func Go[T any](f func() (T, error)) *Future[T] {
	fu := &Future[T]{done: make(chan struct{})}
	go func() {
		defer func() {
			if r := recover(); r != nil {
				var z T
				fu.resolve(z, fmt.Errorf("panicked: %v", r))
			}
		}()
		v, err := f()
		fu.resolve(v, err)
	}()
	return fu
}
func (f *Future[T]) resolve(v T, err error) {
	f.once.Do(func() { f.val, f.err = v, err; close(f.done) })
}
func (f *Future[T]) Await() (T, error) { <-f.done; return f.val, f.err }

func Then[T, U any](f *Future[T], g func(T) (U, error)) *Future[U] {
	return Go(func() (u U, err error) {
		v, err := f.Await()
		if err != nil {
			return u, fmt.Errorf("then: %w", err)
		}
		return g(v)
	})
}
func All[T any](fs ...*Future[T]) *Future[[]T] {
	return Go(func() (out []T, err error) {
		for _, f := range fs {
			v, e := f.Await()
			out, err = append(out, v), errors.Join(err, e)
		}
		return
	})
}

func main() {
	a := Go(func() (int, error) { return 20, nil })
	b := Then(a, func(n int) (string, error) { return fmt.Sprint(n + 1), nil })
	fmt.Println(b.Await())
	boom := errors.New("boom")
	c := Go(func() (int, error) { return 0, boom })
	d := Then(Then(c, func(n int) (int, error) { return n, nil }), func(int) (bool, error) { return true, nil })
	_, err := d.Await()
	fmt.Println(err, errors.Is(err, boom))
	_, err = Go(func() (int, error) { var m map[int]int; m[1] = 2; return 1, nil }).Await()
	fmt.Println(err)
	fmt.Println(All(a, Then(a, func(n int) (int, error) { return n * 2, nil })).Await())
	_, err = All(a, c, c).Await()
	fmt.Printf("%q\n", err)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if v, _ := a.Await(); v != 20 {
				panic(v)
			}
		})
	}
	wg.Wait()
	a.resolve(99, nil)
	fmt.Println(a.val)
}
