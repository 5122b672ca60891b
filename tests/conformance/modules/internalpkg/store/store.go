// Package store is a tiny key-value store with errors and options.
package store

import (
	"errors"
	"fmt"
)

// ErrMissing and ErrFull are sentinel errors.
var (
	ErrMissing = errors.New("store: missing")
	ErrFull    = errors.New("store: full")
)

// LimitError carries the limit.
type LimitError struct{ Limit int }

func (e *LimitError) Error() string { return fmt.Sprintf("store: limit %d reached", e.Limit) }

// Unwrap makes it an ErrFull.
func (e *LimitError) Unwrap() error { return ErrFull }

// DB is the store.
type DB struct {
	m     map[string]int
	limit int
}

// Option configures a DB.
type Option func(*DB)

// WithLimit bounds the number of keys.
func WithLimit(n int) Option { return func(d *DB) { d.limit = n } }

// Open makes a DB.
func Open(opts ...Option) *DB {
	d := &DB{m: map[string]int{}, limit: 10}
	for _, o := range opts {
		o(d)
	}
	return d
}

// Put stores.
func (d *DB) Put(k string, v int) error {
	if len(d.m) == d.limit {
		return &LimitError{d.limit}
	}
	d.m[k] = v
	return nil
}

// Get loads.
func (d *DB) Get(k string) (int, error) {
	v, ok := d.m[k]
	if !ok {
		return 0, ErrMissing
	}
	return v, nil
}

func (d *DB) String() string { return fmt.Sprintf("DB%v", d.m) }
