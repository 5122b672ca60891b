// golang.org/x/sync: errgroup with limits and context, weighted semaphore, singleflight.
//
//conformance:seeds 50
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
)

var boom = errors.New("boom")

func groups() {
	var g errgroup.Group
	var n atomic.Int32
	for i := range 5 {
		g.Go(func() error { n.Add(int32(i)); return nil })
	}
	fmt.Println(g.Wait(), n.Load())

	g2, ctx := errgroup.WithContext(context.Background())
	for i := range 4 {
		g2.Go(func() error {
			if i == 2 {
				return fmt.Errorf("task %d: %w", i, boom)
			}
			<-ctx.Done()
			return ctx.Err()
		})
	}
	err := g2.Wait()
	fmt.Println(err, errors.Is(err, boom), ctx.Err(), context.Cause(ctx) == err)

	var g3 errgroup.Group
	g3.SetLimit(2)
	var active, peak atomic.Int32
	for range 6 {
		g3.Go(func() error {
			a := active.Add(1)
			for {
				p := peak.Load()
				if a <= p || peak.CompareAndSwap(p, a) {
					break
				}
			}
			active.Add(-1)
			return nil
		})
	}
	g3.Wait()
	fmt.Println(peak.Load() <= 2)
	block := make(chan struct{})
	var g4 errgroup.Group
	g4.SetLimit(1)
	fmt.Println(g4.TryGo(func() error { <-block; return nil }), g4.TryGo(func() error { return nil }))
	close(block)
	fmt.Println(g4.Wait())
}

func semaphores() {
	ctx := context.Background()
	s := semaphore.NewWeighted(3)
	fmt.Println(s.TryAcquire(2), s.TryAcquire(2), s.TryAcquire(1))
	s.Release(3)
	var wg sync.WaitGroup
	var used, max atomic.Int64
	for i := range 6 {
		w := int64(i%3 + 1)
		wg.Go(func() {
			if err := s.Acquire(ctx, w); err != nil {
				panic(err)
			}
			u := used.Add(w)
			for {
				m := max.Load()
				if u <= m || max.CompareAndSwap(m, u) {
					break
				}
			}
			used.Add(-w)
			s.Release(w)
		})
	}
	wg.Wait()
	fmt.Println(max.Load() <= 3, s.TryAcquire(3))
	c, cancel := context.WithCancel(ctx)
	cancel()
	fmt.Println(s.Acquire(c, 1))
	s.Release(3)
	defer func() { fmt.Println(recover()) }()
	s.Release(1)
}

func flights() {
	var g singleflight.Group
	calls := 0
	v, err, shared := g.Do("k", func() (any, error) { calls++; return "v", nil })
	fmt.Println(v, err, shared, calls)
	started, release := make(chan struct{}), make(chan struct{})
	first := g.DoChan("slow", func() (any, error) { close(started); <-release; return 42, boom })
	<-started
	second := g.DoChan("slow", func() (any, error) { panic("must not run") })
	close(release)
	a, b := <-first, <-second
	fmt.Println(a.Val, a.Err, a.Shared, b.Val, b.Err, b.Shared)
	g.Forget("k")
}

func main() {
	groups()
	semaphores()
	flights()
}
