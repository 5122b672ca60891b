// A function that the caller gave calls the one that it is given, which wants the lock that is free by then.
package unknown

import "sync"

type registry struct {
	names []string
}

func (r *registry) Each(visit func(name string, remove func())) {
	var mu sync.Mutex
	mu.Lock()
	names := r.names
	mu.Unlock()
	for _, name := range names {
		visit(name, func() {
			mu.Lock()
			r.names = nil
			mu.Unlock()
		})
	}
}
