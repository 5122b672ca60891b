// A function that the caller gave calls the one that it is given, which wants the lock under which it is called.
package unknown

import "sync"

type registry struct {
	names []string
}

func (r *registry) Each(visit func(name string, remove func())) {
	var mu sync.Mutex
	mu.Lock()
	for _, name := range r.names {
		visit(name, func() {
			mu.Lock() //~ double-lock
			r.names = nil
			mu.Unlock()
		})
	}
	mu.Unlock()
}
