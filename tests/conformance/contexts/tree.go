// A tree of contexts: cancelling a node cancels exactly its subtree, causes are inherited, done channels are shared.
//
//conformance:seeds 50
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

type node struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	kids   []*node
}

func grow(parent context.Context, depth int) *node {
	ctx, cancel := context.WithCancelCause(parent)
	n := &node{ctx: ctx, cancel: cancel}
	for range 2 {
		if depth > 0 {
			n.kids = append(n.kids, grow(context.WithValue(ctx, depth, "v"), depth-1))
		}
	}
	return n
}

func (n *node) count(err error) int {
	c := 0
	if errors.Is(context.Cause(n.ctx), err) {
		c = 1
	}
	for _, k := range n.kids {
		c += k.count(err)
	}
	return c
}

func main() {
	root := grow(context.Background(), 3)
	e1, e2 := errors.New("one"), errors.New("two")
	var wg sync.WaitGroup
	leaf := root.kids[0].kids[1].kids[0]
	wg.Go(func() { <-leaf.ctx.Done() })
	wg.Go(func() { <-root.kids[0].kids[0].ctx.Done() })
	root.kids[0].cancel(e1)
	wg.Wait()
	fmt.Println(root.count(e1), root.ctx.Err(), leaf.ctx.Err(), leaf.ctx.Value(2))
	var results [4]error
	for i := range results {
		wg.Go(func() {
			<-root.kids[1].ctx.Done()
			results[i] = context.Cause(root.kids[1].ctx)
		})
	}
	root.cancel(e2)
	wg.Wait()
	fmt.Println(root.count(e1), root.count(e2), results[0] == e2 && results[3] == e2)
	late, _ := context.WithCancel(leaf.ctx)
	fmt.Println(late.Err(), context.Cause(late))
}
