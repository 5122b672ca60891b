// fmt.Errorf: %w once, several times, with nil, with non-errors; Unwrap, Is and As through it.
package main

import (
	"errors"
	"fmt"
	"io"
)

type coded struct {
	code int
	err  error
}

func (c *coded) Error() string { return fmt.Sprintf("code %d: %v", c.code, c.err) }
func (c *coded) Unwrap() error { return c.err }

func main() {
	base := errors.New("base")
	a := fmt.Errorf("a: %w", base)
	b := fmt.Errorf("b: %w", a)
	fmt.Println(b, errors.Unwrap(b) == a, errors.Is(b, base), errors.Unwrap(errors.Unwrap(errors.Unwrap(b))))
	m := fmt.Errorf("multi %w + %w (%v)", base, io.EOF, io.ErrUnexpectedEOF)
	fmt.Println(m, errors.Is(m, base), errors.Is(m, io.EOF), errors.Is(m, io.ErrUnexpectedEOF), errors.Unwrap(m))
	if u, ok := m.(interface{ Unwrap() []error }); ok {
		fmt.Println(len(u.Unwrap()))
	}
	fmt.Println(fmt.Errorf("nil %w", nil), fmt.Errorf("not err %w", 5), fmt.Errorf("plain %v", base))
	c := fmt.Errorf("ctx: %w", &coded{42, a})
	var ce *coded
	fmt.Println(errors.As(c, &ce), ce.code, errors.Is(c, base), c)
	fmt.Printf("%T %T %T\n", a, m, fmt.Errorf("x"))
	fmt.Printf("%v|%s|%q|%+v\n", a, a, a, a)
	fmt.Println(fmt.Errorf("%[2]w %[1]v", 1, io.EOF), fmt.Errorf("x %d", "y"))
}
