// Package pool keeps values.
package pool

import "sync"

// A Pool keeps values.
type Pool[T any] struct {
	mu     sync.Mutex
	values []T
	closed chan struct{}
}

// New makes a pool.
func New[T any]() *Pool[T] {
	return &Pool[T]{closed: make(chan struct{})}
}

// Put adds a value.
func (p *Pool[T]) Put(value T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.values = append(p.values, value)
}

// Get gives the last value.
func (p *Pool[T]) Get() (value T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.values); n > 0 {
		value, p.values = p.values[n-1], p.values[:n-1]
	}
	return value
}

// Close closes the pool.
func (p *Pool[T]) Close() { close(p.closed) }
