//go:build vtrace

package testing

import (
	"sync"
	"time"
)

// A B runs its loop once: what a benchmark measures is nothing to the machine, what it does is.
type B struct {
	*common
	N      int
	looped bool
}

func vtraceBenchmark(name string, f func(*B)) {
	t := newTest(&newRoot().common, name)
	t.direct = true
	defer exit(t.common.self())
	t.update("=== RUN   " + name + "\n")
	tRunner(t, func(t *T) { f(&B{common: &t.common, N: 1}) })
}

func (c *common) self() *common { return c }

func (b *B) Loop() bool {
	if b.looped {
		return false
	}
	b.looped = true
	return true
}

func (b *B) Run(name string, f func(b *B)) bool {
	t := newTest(b.common, b.unique(rewrite(name)))
	t.update("=== RUN   " + t.name + "\n")
	go tRunner(t, func(t *T) { f(&B{common: &t.common, N: 1}) })
	<-t.signal
	return !t.hasFailed()
}

// A PB gives each goroutine of RunParallel one round.
type PB struct {
	used bool
}

func (pb *PB) Next() bool {
	if pb.used {
		return false
	}
	pb.used = true
	return true
}

// RunParallel runs two goroutines: enough to disturb each other.
func (b *B) RunParallel(body func(*PB)) {
	var group sync.WaitGroup
	for range 2 {
		group.Add(1)
		go func() {
			defer group.Done()
			body(&PB{})
		}()
	}
	group.Wait()
}

func (b *B) StartTimer()                         {}
func (b *B) StopTimer()                          {}
func (b *B) ResetTimer()                         {}
func (b *B) SetBytes(n int64)                    {}
func (b *B) ReportAllocs()                       {}
func (b *B) SetParallelism(p int)                {}
func (b *B) ReportMetric(n float64, unit string) {}
func (b *B) Elapsed() time.Duration              { return time.Since(b.started) }

// Benchmark runs f once.
func Benchmark(f func(b *B)) BenchmarkResult {
	t := newTest(&newRoot().common, "")
	f(&B{common: &t.common, N: 1})
	return BenchmarkResult{N: 1}
}

// AllocsPerRun runs f once: the machine counts no allocations.
func AllocsPerRun(runs int, f func()) (avg float64) {
	f()
	return 0
}
