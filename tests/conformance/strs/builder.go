// strings.Builder, Reader and Replacer.
package main

import (
	"fmt"
	"io"
	"strings"
)

func main() {
	var b strings.Builder
	for i := 3; i > 0; i-- {
		fmt.Fprintf(&b, "%d...", i)
	}
	b.WriteString("go")
	b.WriteByte('!')
	b.WriteRune('世')
	b.Write([]byte{'x', 'y'})
	fmt.Println(b.String(), b.Len())
	b.Reset()
	fmt.Printf("%q\n", b.String())
	b.Grow(64)
	fmt.Println(b.Cap() >= 64, b.Len())

	r := strings.NewReader("hello world")
	buf := make([]byte, 4)
	for {
		n, err := r.Read(buf)
		fmt.Printf("%d %v %q\n", n, err, buf[:n])
		if err == io.EOF {
			break
		}
	}
	r.Seek(6, io.SeekStart)
	c, _ := r.ReadByte()
	r.UnreadByte()
	rest, _ := io.ReadAll(r)
	fmt.Println(string(c), string(rest), r.Len(), r.Size())
	r.Reset("日x")
	ch, sz, err := r.ReadRune()
	fmt.Println(string(ch), sz, err)

	rep := strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;")
	fmt.Println(rep.Replace("<a&b>"))
	rep = strings.NewReplacer("a", "1", "aa", "2", "aaa", "3")
	fmt.Println(rep.Replace("aaaa"))
	rep = strings.NewReplacer("hello", "bye", "world", "moon", "h", "H")
	fmt.Println(rep.Replace("hello world, oh"))
	rep = strings.NewReplacer("a", "b", "b", "a")
	fmt.Println(rep.Replace("abab"))
}
