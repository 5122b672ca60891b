package program

import (
	"container/heap"

	"golang.org/x/tools/go/ssa"

	"vtrace.dev/frontend/internal/load"
)

// initOrder lists the package initialisers of a program whose main package is pkg, in the order of Go 1.21 and later:
// of the packages whose imports are all initialised, the one with the smallest import path is next. go/ssa would nest
// the calls in the order of the import declarations instead.
func (p *Program) initOrder(pkg *load.Package) []*ssa.Function {
	waiting := map[*load.Package]int{}
	importers := map[*load.Package][]*load.Package{}
	var ready packageHeap
	var visit func(*load.Package)
	visit = func(q *load.Package) {
		if _, ok := waiting[q]; ok {
			return
		}
		waiting[q] = len(q.Imports)
		if len(q.Imports) == 0 {
			ready = append(ready, q)
		}
		for _, dep := range q.Imports {
			importers[dep] = append(importers[dep], q)
			visit(dep)
		}
	}
	for _, q := range p.Packages {
		if q == pkg || q.Path == "runtime" || pkg.ForTest != "" && q.ForTest == pkg.ForTest && q.Match {
			visit(q)
		}
	}
	heap.Init(&ready)
	var inits []*ssa.Function
	for ready.Len() > 0 {
		q := heap.Pop(&ready).(*load.Package)
		if init := p.SSA.Package(q.Types).Func("init"); init != nil && !empty(init) {
			inits = append(inits, init)
		}
		for _, importer := range importers[q] {
			if waiting[importer]--; waiting[importer] == 0 {
				heap.Push(&ready, importer)
			}
		}
	}
	return inits
}

// empty tells whether a function does nothing but return.
func empty(f *ssa.Function) bool {
	return len(f.Blocks) == 0 || len(f.Blocks) == 1 && len(f.Blocks[0].Instrs) == 1
}

// A packageHeap orders packages by import path.
type packageHeap []*load.Package

func (h packageHeap) Len() int           { return len(h) }
func (h packageHeap) Less(i, j int) bool { return h[i].Path < h[j].Path }
func (h packageHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *packageHeap) Push(x any)        { *h = append(*h, x.(*load.Package)) }
func (h *packageHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
