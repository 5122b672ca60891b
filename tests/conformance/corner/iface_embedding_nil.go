// Structs embedding interfaces and pointers partially implemented: calls on the missing parts panic, others work.
package main

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
)

type onlyRead struct{ io.ReadWriteCloser }

func (onlyRead) Read(p []byte) (int, error) { return copy(p, "data"), io.EOF }

type countWriter struct {
	io.Writer
	n int
}

func (c *countWriter) Write(p []byte) (int, error) { c.n += len(p); return c.Writer.Write(p) }

type rev struct{ sort.Interface }

func (r rev) Less(i, j int) bool { return r.Interface.Less(j, i) }

type timeoutErr struct{ error }

func (timeoutErr) Timeout() bool { return true }

func main() {
	var r io.ReadWriteCloser = onlyRead{}
	b, err := io.ReadAll(r)
	fmt.Println(string(b), err)
	func() {
		defer func() { fmt.Println(recover()) }()
		r.Close()
	}()
	var sb strings.Builder
	cw := &countWriter{Writer: &sb}
	fmt.Fprintf(cw, "hello %d", 5)
	io.WriteString(cw, "!")
	fmt.Println(sb.String(), cw.n)
	xs := []int{3, 1, 2}
	sort.Sort(rev{sort.IntSlice(xs)})
	fmt.Println(xs)
	sort.Sort(rev{rev{sort.IntSlice(xs)}})
	fmt.Println(xs)
	e := timeoutErr{errors.New("slow")}
	var t interface{ Timeout() bool }
	fmt.Println(e, errors.As(error(e), &t), fmt.Errorf("w: %w", e))
	_, isUnwrap := any(e).(interface{ Unwrap() error })
	fmt.Println(isUnwrap)
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		fmt.Println(timeoutErr{}.Error())
	}()
	w := io.Writer(cw)
	_, isStringWriter := w.(io.StringWriter)
	fmt.Println(isStringWriter)
}
