//go:build vtrace

package sync

// A Pool keeps all that is put into it, and gives the last first: every behaviour of a program that depends on it
// is one of the real pool's, which may also forget.
type Pool struct {
	noCopy noCopy

	items []any

	New func() any
}

func (p *Pool) Put(x any) {
	if x != nil {
		p.push(x)
	}
}

func (p *Pool) Get() any {
	if x := p.pop(); x != nil {
		return x
	}
	if p.New != nil {
		return p.New()
	}
	return nil
}

//vtrace:atomic
func (p *Pool) push(x any) { p.items = append(p.items, x) }

//vtrace:atomic
func (p *Pool) pop() any {
	last := len(p.items) - 1
	if last < 0 {
		return nil
	}
	x := p.items[last]
	p.items[last] = nil
	p.items = p.items[:last]
	return x
}

// poolFresh and poolForget are what the standard library itself calls in place of Get and Put: its pools are caches, and
// would make goroutines that only print depend on each other.

//vtrace:root
func poolFresh(p *Pool) any {
	if p.New != nil {
		return p.New()
	}
	return nil
}

//vtrace:root
func poolForget(p *Pool, x any) {}
