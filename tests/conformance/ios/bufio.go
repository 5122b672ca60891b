// bufio: Scanner by lines, words, runes and a custom split; Reader; Writer with Flush.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	sc := bufio.NewScanner(strings.NewReader("one\ntwo words\r\n\nlast"))
	for sc.Scan() {
		fmt.Printf("%q ", sc.Text())
	}
	fmt.Println(sc.Err())
	sc = bufio.NewScanner(strings.NewReader(" a  bb\nccc "))
	sc.Split(bufio.ScanWords)
	n := 0
	for sc.Scan() {
		n += len(sc.Bytes())
	}
	fmt.Println(n)
	sc = bufio.NewScanner(strings.NewReader("aé世"))
	sc.Split(bufio.ScanRunes)
	for sc.Scan() {
		fmt.Print(sc.Text(), "|")
	}
	fmt.Println()
	sc = bufio.NewScanner(strings.NewReader("1,2,,3"))
	sc.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, ','); i >= 0 {
			return i + 1, data[:i], nil
		}
		if atEOF && len(data) > 0 {
			return len(data), data, bufio.ErrFinalToken
		}
		return 0, nil, nil
	})
	for sc.Scan() {
		fmt.Printf("%q ", sc.Text())
	}
	fmt.Println()
	sc = bufio.NewScanner(strings.NewReader(strings.Repeat("x", 100)))
	sc.Buffer(make([]byte, 10), 20)
	fmt.Println(sc.Scan(), sc.Err())
	r := bufio.NewReader(strings.NewReader("line one\nline two"))
	s, err := r.ReadString('\n')
	fmt.Printf("%q %v\n", s, err)
	p, _ := r.Peek(4)
	c, _ := r.ReadByte()
	fmt.Println(string(p), string(c), r.UnreadByte(), r.Buffered())
	l, pre, err := r.ReadLine()
	fmt.Println(string(l), pre, err)
	_, err = r.ReadByte()
	fmt.Println(err == io.EOF)
	var out bytes.Buffer
	w := bufio.NewWriterSize(&out, 16)
	fmt.Fprint(w, "short")
	fmt.Println(out.Len(), w.Buffered(), w.Available())
	w.WriteString(" and a longer text")
	fmt.Println(out.Len() > 0)
	w.WriteByte('!')
	w.WriteRune('é')
	w.Flush()
	fmt.Println(out.String())
	so := bufio.NewWriter(os.Stdout)
	defer so.Flush()
	fmt.Fprintln(so, "buffered stdout")
}
