// The bytes package: functions and Buffer.
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
)

func main() {
	b := []byte("hello, gopher; hello!")
	fmt.Println(bytes.Contains(b, []byte("gopher")), bytes.Count(b, []byte("l")), bytes.Index(b, []byte("o")), bytes.LastIndex(b, []byte("hello")), bytes.Equal(nil, []byte{}), bytes.Compare([]byte("a"), []byte("b")))
	fmt.Printf("%q %s %s\n", bytes.Split([]byte("a,b,c"), []byte(",")), bytes.ToUpper(b[:5]), bytes.TrimSpace([]byte(" x ")))
	fmt.Printf("%s %s %q\n", bytes.ReplaceAll(b, []byte("l"), []byte("L")), bytes.Repeat([]byte("ab"), 3), bytes.Fields([]byte(" a b ")))
	fmt.Printf("%s %v %s\n", bytes.Join([][]byte{[]byte("x"), []byte("y")}, []byte("-")), bytes.HasPrefix(b, []byte("he")), bytes.Map(unicode.ToUpper, b[:3]))
	fmt.Println(bytes.IndexByte(b, 'g'), bytes.EqualFold([]byte("Go"), []byte("GO")), bytes.Runes([]byte("é")), bytes.IndexAny(b, "xyz;"))
	x, y, ok := bytes.Cut([]byte("k=v"), []byte("="))
	fmt.Printf("%s %s %v %s\n", x, y, ok, bytes.Title([]byte("abc")))
	var buf bytes.Buffer
	buf.WriteString("hello ")
	buf.Write([]byte("world"))
	buf.WriteByte('\n')
	buf.WriteRune('é')
	fmt.Fprintf(&buf, "%d", 42)
	fmt.Println(buf.Len(), buf.String())
	p := make([]byte, 5)
	n, err := buf.Read(p)
	fmt.Println(n, err, string(p))
	line, err := buf.ReadString('\n')
	fmt.Printf("%q %v\n", line, err)
	r, sz, err := buf.ReadRune()
	fmt.Println(string(r), sz, err, buf.UnreadRune())
	buf.Next(2)
	c, _ := buf.ReadByte()
	fmt.Println(string(c), buf.Bytes(), buf.UnreadByte())
	buf.Truncate(1)
	fmt.Println(buf.String())
	rest, err := buf.ReadString('x')
	fmt.Println(rest, err)
	_, err = buf.ReadByte()
	fmt.Println(err == io.EOF, buf.Len())
	buf.ReadFrom(strings.NewReader("from reader"))
	var out strings.Builder
	buf.WriteTo(&out)
	fmt.Println(out.String(), buf.Len())
	nb := bytes.NewBufferString("init")
	nb.WriteString("+more")
	fmt.Println(nb, bytes.NewReader([]byte("abc")).Len())
	buf.Reset()
	big := strings.Repeat("0123456789", 100)
	for range 3 {
		buf.WriteString(big)
	}
	fmt.Println(buf.Len())
	defer func() { fmt.Println(recover()) }()
	buf.Truncate(99999)
}
