// sync.Pool: New is called when empty, values round-trip, nil without New.
package main

import (
	"bytes"
	"fmt"
	"sync"
)

func main() {
	news := 0
	p := sync.Pool{New: func() any { news++; return new(bytes.Buffer) }}
	b := p.Get().(*bytes.Buffer)
	b.WriteString("x")
	fmt.Println(b.String(), news)
	b.Reset()
	p.Put(b)
	c := p.Get().(*bytes.Buffer)
	fmt.Println(c.Len(), news >= 1, news <= 2)
	var q sync.Pool
	fmt.Println(q.Get() == nil)
	q.Put(nil)
	fmt.Println(q.Get() == nil)
	var wg sync.WaitGroup
	r := sync.Pool{New: func() any { return make([]byte, 0, 8) }}
	for i := range 4 {
		wg.Go(func() {
			s := r.Get().([]byte)[:0]
			s = append(s, byte(i))
			if len(s) != 1 {
				panic("dirty")
			}
			r.Put(s)
		})
	}
	wg.Wait()
	fmt.Println("ok")
}
