// Package shape has unexported fields and methods.
package shape

import "fmt"

// Square hides its side.
type Square struct{ side int }

type local struct{ hidden int }

// NewSquare makes one.
func NewSquare(n int) Square { return Square{side: n} }

// Area is the area.
func (s Square) Area() int { return s.side * s.side }

// Scale multiplies the side.
func (s *Square) Scale(k int) { s.side *= k }

// Side returns the side.
func (s Square) Side() int { return s.side }

func (s Square) secret() string { return fmt.Sprint("shape secret ", s.side) }

// Reveal calls the unexported method through an interface of this package.
func Reveal(v any) string { return v.(interface{ secret() string }).secret() }

// Other returns a value of an unexported type that has a namesake in main.
func Other() any { return local{1} }
