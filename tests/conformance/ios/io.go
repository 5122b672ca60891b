// io: ReadAll, Copy, TeeReader, MultiReader, MultiWriter, LimitReader, SectionReader, Pipe, custom readers and writers.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

type rot13 struct{ r io.Reader }

func (x rot13) Read(p []byte) (int, error) {
	n, err := x.r.Read(p)
	for i, c := range p[:n] {
		switch {
		case c >= 'a' && c <= 'z':
			p[i] = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			p[i] = 'A' + (c-'A'+13)%26
		}
	}
	return n, err
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

type failing struct{ left int }

func (f *failing) Read(p []byte) (int, error) {
	if f.left == 0 {
		return 0, errors.New("read failed")
	}
	f.left--
	p[0] = 'x'
	return 1, nil
}

func main() {
	b, _ := io.ReadAll(rot13{strings.NewReader("Uryyb!")})
	fmt.Println(string(b))
	var c counter
	n, err := io.Copy(&c, strings.NewReader("12345"))
	fmt.Println(n, err, c)
	var buf bytes.Buffer
	io.ReadAll(io.TeeReader(strings.NewReader("tee"), &buf))
	fmt.Println(buf.String())
	b, _ = io.ReadAll(io.MultiReader(strings.NewReader("a"), strings.NewReader(""), strings.NewReader("bc")))
	fmt.Println(string(b))
	io.WriteString(io.MultiWriter(&buf, &c), "+multi")
	fmt.Println(buf.String(), c)
	b, _ = io.ReadAll(io.LimitReader(strings.NewReader("abcdef"), 3))
	sr, _ := io.ReadAll(io.NewSectionReader(strings.NewReader("0123456789"), 2, 5))
	fmt.Println(string(b), string(sr))
	b, err = io.ReadAll(&failing{3})
	fmt.Println(string(b), err)
	p := make([]byte, 4)
	k, err := io.ReadFull(strings.NewReader("ab"), p)
	fmt.Println(k, err)
	k, err = io.ReadAtLeast(strings.NewReader("abcdef"), p, 2)
	fmt.Println(k, err)
	_, err = io.ReadFull(strings.NewReader(""), p)
	fmt.Println(err)
	pr, pw := io.Pipe()
	go func() {
		fmt.Fprint(pw, "through ")
		fmt.Fprint(pw, "a pipe")
		pw.CloseWithError(errors.New("custom close"))
	}()
	b, err = io.ReadAll(pr)
	fmt.Println(string(b), err)
	m, err := io.CopyN(io.Discard, strings.NewReader("abc"), 5)
	fmt.Println(m, err)
	fmt.Println(io.EOF, io.ErrShortWrite, io.ErrClosedPipe)
}
