package main

import (
	"bufio"
	"bytes"
	"container/heap"
	"container/list"
	"container/ring"
	"context"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/adler32"
	"hash/crc32"
	"hash/crc64"
	"hash/fnv"
	"html"
	"io"
	"iter"
	"log"
	"maps"
	"math"
	"math/bits"
	"math/cmplx"
	"math/rand"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"text/scanner"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

type ints []int

func (x ints) Len() int           { return len(x) }
func (x ints) Less(i, j int) bool { return x[i] < x[j] }
func (x ints) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }
func (x *ints) Push(v any)        { *x = append(*x, v.(int)) }
func (x *ints) Pop() any          { v := (*x)[0]; return v }

func main() {
	w := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(w, "%v\n", 1)
	var b bytes.Buffer
	b.WriteString("x")
	ctx, cancel := context.WithTimeout(context.WithValue(context.Background(), 1, 2), time.Second)
	defer cancel()
	<-ctx.Done()
	h := &ints{1}
	heap.Init(h)
	list.New()
	ring.New(2)
	hex.EncodeToString(nil)
	var e *os.PathError
	errors.As(io.EOF, &e)
	errors.Is(io.EOF, io.EOF)
	errors.Join(io.EOF)
	crc32.ChecksumIEEE(nil)
	fnv.New32()
	next, stop := iter.Pull(slices.Values([]int{1}))
	next()
	stop()
	maps.Clone(map[int]int{})
	_ = math.Exp(math.Sqrt(math.Pow(2, 3))) + math.Log(2) + math.Hypot(1, 2) + math.Gamma(1) + math.Mod(1, 2)
	bits.Len(2)
	bits.Div(1, 2, 3)
	cmplx.Exp(1)
	path.Join("a")
	regexp.MustCompile("a+").FindString("x")
	slices.Sort([]int{1})
	sort.Sort(h)
	sort.Slice([]int{1}, func(i, j int) bool { return false })
	strconv.Atoi("1")
	strconv.ParseFloat("1", 64)
	strconv.Quote("x")
	strings.ToUpper("x")
	strings.Fields("x")
	strings.NewReplacer("a", "b").Replace("x")
	var m sync.Map
	m.Range(func(k, v any) bool { return true })
	m.LoadOrStore(1, 2)
	var p sync.Pool
	p.Get()
	p.Put(1)
	var wg sync.WaitGroup
	wg.Go(func() {})
	wg.Wait()
	var mu sync.RWMutex
	mu.RLocker().Lock()
	c := sync.NewCond(&mu)
	c.Signal()
	sync.OnceValue(func() int { return 1 })()
	var a atomic.Int64
	a.Add(1)
	var ap atomic.Pointer[int]
	ap.Load()
	var av atomic.Value
	av.Store(1)
	tabwriter.NewWriter(os.Stdout, 0, 0, 0, 0, 0).Flush()
	time.Now().Format(time.RFC3339)
	time.AfterFunc(1, func() {})
	t := time.NewTicker(1)
	t.Stop()
	time.Sleep(1)
	unicode.IsUpper('x')
	utf16.Encode(nil)
	utf8.RuneLen(1)
	fmt.Sscanf("1", "%d", new(int))
	base32.StdEncoding.EncodeToString(nil)
	base64.StdEncoding.EncodeToString(nil)
	binary.Write(&b, binary.BigEndian, uint16(1))
	csv.NewReader(&b).ReadAll()
	json.Marshal(map[string]any{"a": 1})
	json.Unmarshal([]byte("{}"), new(struct{ A int }))
	flag.Bool("x", false, "")
	adler32.Checksum(nil)
	crc64.Checksum(nil, crc64.MakeTable(crc64.ISO))
	html.EscapeString("<")
	log.New(&b, "", 0).Println("x")
	rand.Intn(2)
	url.Parse("http://x")
	filepath.Join("a", "b")
	reflect.DeepEqual(1, 2)
	new(scanner.Scanner).Init(&b).Scan()
}
