// The errors package: New, Is, As, Join, Unwrap, custom Is and As methods, AsType.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

type notFound struct{ name string }

func (n notFound) Error() string        { return n.name + " not found" }
func (n notFound) Is(target error) bool { return target == fs.ErrNotExist }

type temp struct{ error }

func (t temp) Temporary() bool { return true }

type asAny struct{}

func (asAny) Error() string { return "asAny" }
func (asAny) As(t any) bool {
	if p, ok := t.(*notFound); ok {
		*p = notFound{"converted"}
		return true
	}
	return false
}

type multi []error

func (m multi) Error() string   { return fmt.Sprintf("%d errors", len(m)) }
func (m multi) Unwrap() []error { return m }

func main() {
	a, b := errors.New("x"), errors.New("x")
	fmt.Println(a == b, errors.Is(a, b), errors.Is(a, a), errors.Is(nil, nil), errors.Is(nil, a), errors.Is(a, nil))
	nf := fmt.Errorf("open: %w", notFound{"f"})
	fmt.Println(errors.Is(nf, fs.ErrNotExist), errors.Is(nf, notFound{"f"}), errors.Is(nf, notFound{"g"}), errors.Is(nf, io.EOF))
	var t notFound
	fmt.Println(errors.As(nf, &t), t.name)
	fmt.Println(errors.As(asAny{}, &t), t)
	var tmp interface{ Temporary() bool }
	fmt.Println(errors.As(fmt.Errorf("w: %w", temp{io.EOF}), &tmp), tmp.Temporary())
	j := errors.Join(a, nil, io.EOF)
	fmt.Printf("%v|%q\n", j, j.Error())
	fmt.Println(errors.Is(j, a), errors.Is(j, b), errors.Is(j, io.EOF), errors.Unwrap(j), errors.Join(nil, nil) == nil, errors.Join() == nil)
	fmt.Println(errors.Is(errors.Join(j, multi{nf}), fs.ErrNotExist))
	fmt.Println(errors.As(multi{a, nf}, &t), t.name, multi{a}.Error())
	v, ok := errors.AsType[notFound](multi{a, nf})
	fmt.Println(v, ok)
	_, ok = errors.AsType[*fs.PathError](a)
	fmt.Println(ok)
	for _, bad := range []any{nil, t, (*int)(nil), new(int)} {
		func() {
			defer func() { fmt.Println(recover()) }()
			fmt.Println(errors.As(a, bad))
		}()
	}
	fmt.Println(errors.Is(multi{}, multi{}) == false)
	fmt.Println(errors.Unwrap(a), errors.Unwrap(nil), errors.ErrUnsupported)
}
