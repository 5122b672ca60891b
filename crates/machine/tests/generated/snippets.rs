//! What is too particular to be found by combining statements: small pieces of code with holes, `‹type›`, for expressions.
//!
//! Each prints what it did, by `show`. It may panic; it is run by `try`.

use crate::expression::Scope;
use crate::types::Type;

/// A piece of code, with its holes filled.
pub fn snippet(scope: &mut Scope) -> String {
    let mut rest = scope.dice.pick(SNIPPETS);
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once('‹') {
        let (hole, after) = after.split_once('›').expect("holes are closed");
        let ty = match hole {
            "bool" => Type::Bool,
            "string" => Type::Str,
            "float32" => Type::Float("float32"),
            "float64" => Type::Float("float64"),
            "complex128" => Type::Complex,
            "any" => Type::Any,
            "Shape" => Type::Shape,
            "S0" => Type::Struct(0),
            "*S1" => Type::Pointer(1),
            "[]int" => Type::Slice(Box::new(Type::Int("int"))),
            "[]string" => Type::Slice(Box::new(Type::Str)),
            "[]byte" => Type::Slice(Box::new(Type::Int("uint8"))),
            "[3]int" => Type::Array(3, Box::new(Type::Int("int"))),
            "map[string]int" => Type::Map(Box::new(Type::Str), Box::new(Type::Int("int"))),
            integer => {
                Type::Int(crate::types::INTS.iter().find(|name| **name == integer).expect("a known type"))
            }
        };
        text += before;
        text += &scope.varying(&ty, 2);
        rest = after;
    }
    text + rest
}

const SNIPPETS: &[&str] = &[
    // Numbers.
    "x := ‹float64›\nshow(int64(float32(x)) == int64(x), math.Float64bits(x), float32(x))",
    "x := ‹uint64›\nshow(float64(x), float32(x), float64(int64(x)), float32(int64(x)))",
    "x := ‹int64›\nshow(x/-1, x%-1, x>>63, uint64(x)>>63, -x, ^x, x&^(x-1))",
    "x, y := ‹int32›, ‹int32›\nshow(int64(x)*int64(y), x*y, uint32(x)*uint32(y), x<<5>>5, uint8(x)<<1>>1, int8(y)<<1>>1)",
    "x := ‹uint32›\nshow(bits.LeadingZeros32(x), bits.TrailingZeros32(x), bits.OnesCount32(x), bits.Reverse32(x), bits.RotateLeft32(x, 7), bits.Len32(x))",
    "hi, lo := bits.Mul64(‹uint64›, ‹uint64›)\nsum, carry := bits.Add64(hi, lo, 1)\nshow(hi, lo, sum, carry)",
    "x := ‹float64›\nshow(x == x, x < 1, math.IsNaN(x/x), 1/x, min(x, 0), max(x, -1), math.Signbit(x), math.Mod(x, 3), math.Round(x))",
    "x := ‹complex128›\nshow(real(x), imag(x), x == x, x*x, x/(1+2i), complex64(x))",
    "x := ‹float32›\nx /= 3\nx += 0.1\nx *= x\nshow(x, float64(x), x-float32(float64(x)))",
    "x, err := strconv.ParseInt(‹string›, 0, 16)\nshow(x, err)",
    "x, err := strconv.ParseFloat(fmt.Sprint(‹float64›), 64)\nshow(x, err, strconv.FormatFloat(x, 'x', -1, 64), strconv.FormatInt(int64(‹int16›), 7))",
    "const big = 1 << 70\nshow(big>>68, ‹int›+big>>66, 'a'+‹int32›%3, 7.0/2, 7/2)",
    "var d time.Duration = time.Duration(‹int64›)\nshow(d, d.Round(time.Second), d.Milliseconds())",
    // Text.
    "s := ‹string›\nfor i, r := range s {\n\tshow(i, r, string(r), utf8.RuneLen(r))\n}\nshow(len(s), utf8.RuneCountInString(s), []byte(s), []rune(s), utf8.ValidString(s))",
    "s, t := ‹string›, ‹string›\nshow(s < t, s == t, strings.Compare(s, t), strings.Index(s, t), strings.Contains(s+t, t), strings.Split(s, \"\"), strings.Fields(t))",
    "var b strings.Builder\nfor i := range ‹int›&3 {\n\tfmt.Fprintf(&b, \"%d-%s;\", i, ‹string›)\n}\nshow(b.String(), b.Len())",
    "b := ‹[]byte›\ns := string(b)\nfor i := range b {\n\tb[i]++\n}\nshow(s, b, string(b))",
    "s := ‹string›\nswitch {\ncase strings.HasPrefix(s, \"a\"), len(s) > 5:\n\tshow(\"first\")\n\tfallthrough\ncase s == \"\":\n\tshow(\"second\")\ndefault:\n\tshow(\"third\")\n}",
    "show(fmt.Sprintf(\"%6.2f|%-8q|%+d|%x|%t|%v|%c\", ‹float64›, ‹string›, ‹int8›, ‹[]byte›, ‹bool›, ‹[3]int›, ‹int32›&127))",
    "show(fmt.Sprintf(\"%v %d %s\", ‹string›, ‹string›), fmt.Sprintf(\"%!\"), fmt.Sprintf(\"%[2]v %[1]v\", ‹int›, ‹bool›), fmt.Sprintf(\"%*d\", 5, ‹int8›))",
    "show(strings.Map(func(r rune) rune {\n\tif r > 100 {\n\t\treturn -1\n\t}\n\treturn r + 1\n}, ‹string›), strings.TrimFunc(‹string›, unicode.IsLetter), strings.Title(‹string›))",
    "var n int\nvar w string\nk, err := fmt.Sscanf(fmt.Sprintf(\"%d word\", ‹int16›), \"%d %s\", &n, &w)\nshow(k, err, n, w)",
    "show(strings.Replace(‹string›, \"o\", ‹string›, 2), strings.Repeat(‹string›, ‹int›&3), strings.EqualFold(‹string›, ‹string›))",
    // Slices and arrays.
    "s := ‹[]int›\nt := append(s, 1)\nu := append(s, 2)\nshow(s, t, u, len(t) == len(u), cap(t) >= len(t))",
    "s := ‹[]int›\nfor i, x := range s {\n\ts = append(s, x+i)\n\tif i < len(s) {\n\t\ts[i] = -x\n\t}\n\tif i > 5 {\n\t\tbreak\n\t}\n}\nshow(s)",
    "a := ‹[3]int›\nb := a\nb[1]++\np := &a\nfor i, x := range p {\n\tp[2] += x + i\n}\nfor i := range a {\n\ta[i] *= 2\n}\nshow(a, b, a == b, len(p), *p == a)",
    "var grid [3][4]int\nfor i := range grid {\n\tfor j := range grid[i] {\n\t\tgrid[i][j] = ‹int›%9 + i*j\n\t}\n}\nrow := grid[1]\nrow[0] = 99\nsub := grid[2][1:3]\nsub[0] = -1\nshow(grid, row, sub, cap(sub))",
    "s := ‹[]int›\nslices.SortFunc(s, func(a, b int) int { return cmp.Compare(b, a) })\ni, ok := slices.BinarySearch(s, 3)\nshow(s, i, ok, slices.Index(s, 3), slices.Contains(s, 0))",
    "s := ‹[]string›\nsort.Strings(s)\nsort.Sort(sort.Reverse(sort.StringSlice(s)))\nshow(s, slices.Compact(s), strings.Join(s, \"+\"))",
    "s := ‹[]int›\np := (*[2]int)(s)\np[1] = 77\nshow(s, *p)",
    "s := make([]int, ‹int›&7, 8)\nt := s[2:5]\nt = append(t, 9)\nu := s[:cap(s)]\nshow(s, t, u, cap(t), len(s[1:1:1]))",
    "s := [][]int{‹[]int›, nil, ‹[]int›}\nt := slices.Clone(s)\nif len(t[0]) > 0 {\n\tt[0][0] = 1234\n}\nt[1] = append(t[1], 5)\nshow(s, t, slices.Concat(t...))",
    "n := copy(‹[]byte›, ‹string›)\ns := ‹[]int›\nm := copy(s[min(1, len(s)):], s)\nshow(n, m, s)",
    "s := slices.Collect(maps.Values(map[int]int{1: ‹int›}))\nfor c := range slices.Chunk(append(s, 1, 2, 3), 2) {\n\tshow(c)\n}\nshow(slices.Delete(s, 0, 1))",
    // Maps.
    "m := map[[2]string]int{{\"a\", ‹string›}: 1}\nm[[2]string{\"a\", \"go\"}] += ‹int›\nshow(m, len(m))",
    "m := map[any]string{1: \"int\", \"1\": \"string\", 1.5: \"float\", [1]int{2}: \"array\", nil: \"nil\"}\nx, ok := m[‹any›]\nshow(x, ok, m[int8(1)], m[[1]int{2}], m[nil])",
    "m := ‹map[string]int›\nfor _, k := range keys(m) {\n\tif m[k]++; m[k] > 3 {\n\t\tdelete(m, k)\n\t}\n}\nm[\"new\"]--\nshow(m, len(m))",
    "m := map[string][]int{}\nm[‹string›] = append(m[‹string›], ‹int›)\nm[\"k\"] = append(m[\"k\"], 1)\nm[\"k\"][0]++\nshow(m)",
    "m := map[float64]int{math.NaN(): 1, math.NaN(): 2, 0: 3}\nm[math.Copysign(0, -1)]++\n_, ok := m[math.NaN()]\nshow(len(m), ok, m[0])\nclear(m)\nshow(len(m))",
    "m := map[string]func(int) int{\"inc\": func(x int) int { return x + 1 }, \"dbl\": func(x int) int { return x * 2 }}\nif f := m[‹string›]; f != nil {\n\tshow(f(1))\n}\nshow(m[\"inc\"](m[\"dbl\"](‹int›)))",
    "type key struct {\n\ta string\n\tb int8\n}\nm := map[key]*int{}\nfor i := range 3 {\n\tm[key{\"x\", int8(i & ‹int›)}] = &i\n}\nsum := 0\nfor k, p := range m {\n\tsum += int(k.b)*10 + *p\n}\nshow(len(m), sum)",
    // Interfaces, methods, embedding.
    "x := ‹any›\ny, ok := x.(fmt.Stringer)\n_, isError := x.(error)\nshow(ok, isError, y == nil, x == nil, x == any(1))",
    "var e error\nshow(e == nil)\nvar p *strconv.NumError\nshow(p == nil)\ne = p\nshow(e == nil, errors.Is(e, strconv.ErrRange))",
    "_, e := strconv.Atoi(‹string›)\nw := fmt.Errorf(\"outer: %w\", e)\nvar n *strconv.NumError\nshow(errors.As(w, &n), errors.Is(w, strconv.ErrSyntax), w, errors.Join(e, nil, w), errors.Unwrap(w) == e)",
    "s := ‹Shape›\nf := s.Measure\na, b := f(1), f(2)\ng := Shape.Label\nshow(a, b, g(s), s.Measure(3))",
    "type inner struct{ Shape }\ntype outer struct {\n\t*inner\n\tn int\n}\no := outer{&inner{‹Shape›}, ‹int›}\nx := o.Measure(o.n)\nvar sh Shape = o\nshow(x, sh.Label(), o.Label())",
    "type outer struct{ *S0 }\nvar o outer\nif ‹bool› {\n\to.S0 = &S0{}\n}\nshow(o.Pure0())",
    "a, b := ‹S0›, ‹S0›\np, q := &a, &b\n*p, *q = *q, *p\np.n++\nr := *p\nr.n--\nshow(a, b, r, p == q, any(p) == any(&a))",
    "anon := struct {\n\tA int\n\tB struct{ C []int }\n}{A: ‹int›}\ncopied := anon\ncopied.B.C = append(copied.B.C, 1)\ncopied.A++\nshow(anon, copied, fmt.Sprintf(\"%+v %#v\", copied, anon))",
    "var x any = ‹int16›\nswitch y := x.(type) {\ncase int, int8:\n\tshow(\"small\", y)\ncase int16:\n\ty++\n\tshow(y)\n}\nif y, ok := x.(interface{ String() string }); ok {\n\tshow(y)\n}",
    "var a, b any = ‹any›, ‹any›\nshow(a == b, fmt.Sprint(a) == fmt.Sprint(b))",
    "var w Level = ‹Level›\nvar s fmt.Stringer = w\nw++\nshow(s, w, s == fmt.Stringer(w), fmt.Sprintf(\"%d %v %x %s\", w, w, w, w))",
    "show(*‹*S1›, (‹*S1›).Pure1())",
    // Functions, closures, defer, panic.
    "sum := func(xs ...int) (n int) {\n\tfor _, x := range xs {\n\t\tn += x\n\t}\n\tif len(xs) > 0 {\n\t\txs[0] = 100\n\t}\n\treturn\n}\ns := ‹[]int›\nshow(sum(), sum(1, ‹int›), sum(s...), s)",
    "two := func() (int, string) { return ‹int›, ‹string› }\nboth := func(a int, b string) string { return fmt.Sprint(a, b) }\nshow(both(two()))",
    "f := func() (r int) {\n\tdefer func() { r *= 2 }()\n\tdefer func() {\n\t\tif recover() != nil {\n\t\t\tr += 5\n\t\t}\n\t}()\n\tr = 1\n\treturn 10 / (‹int› & 1)\n}\nshow(f())",
    "for i := range 3 {\n\tdefer func() { show(\"d\", i) }()\n\tdefer show(\"e\", i)\n}\ndefer func() {\n\tdefer func() { show(\"inner\", recover()) }()\n\tpanic(\"second\")\n}()\npanic(\"first\")",
    "defer func() {\n\tshow(\"outer\", recover())\n\tshow(\"none\", recover())\n}()\nfunc() {\n\tdefer func() {\n\t\tr := recover()\n\t\tshow(r)\n\t\tpanic(fmt.Sprint(\"again \", r))\n\t}()\n\tvar p *S0\n\tp.n = 1\n}()",
    "helper := func() any { return recover() }\ndefer func() { show(\"helper\", helper()) }()\nif ‹bool› {\n\tpanic(‹int›)\n}",
    "var fib func(int) int\nfib = func(n int) int {\n\tif n < 2 {\n\t\treturn n\n\t}\n\treturn fib(n-1) + fib(n-2)\n}\nshow(fib(‹int› & 7))",
    "counter := func() func() int {\n\tn := ‹int›\n\treturn func() int { n++; return n }\n}\na, b := counter(), counter()\na()\nshow(a(), b())",
    "x := 1\nf := func() int { x *= 3; return x }\nfirst := f()\nsecond := f()\nshow(first, second, x)",
    "for i, f := 0, func(int) {}; i < 3; i++ {\n\tf(i)\n\tf = func(j int) { show(i, j) }\n\tf(‹int›)\n}",
    "var s S0\nset := (*S0).Own0\nget := S0.Pure0\nset(&s, ‹int›)\nbound := s.Pure0\ns.n += 3\nshow(get(s), bound())",
    "r := func() (x int, err error) {\n\tdefer func() {\n\t\tif e := recover(); e != nil {\n\t\t\terr = fmt.Errorf(\"wrapped: %v\", e)\n\t\t}\n\t}()\n\ts := ‹[]int›\n\treturn s[‹int›&3], nil\n}\nx, err := r()\nshow(x, err)",
    // Iterators and loops.
    "next, stop := iter.Pull(upto(‹int› & 3))\na, ok := next()\nb, more := next()\nstop()\nc, last := next()\nshow(a, ok, b, more, c, last)",
    "func() {\n\tdefer show(\"left\")\n\tfor i := range upto(4) {\n\t\tdefer show(\"deferred\", i)\n\t\tif i == ‹int›&3 {\n\t\t\treturn\n\t\t}\n\t}\n}()",
    "outer:\nfor i := range upto(3) {\n\tfor j := range upto(3) {\n\t\tswitch {\n\t\tcase j == ‹int›&3:\n\t\t\tcontinue outer\n\t\tcase i == 2:\n\t\t\tbreak outer\n\t\t}\n\t\tshow(i, j)\n\t}\n}",
    "for i, x := range slices.All(‹[]string›) {\n\tfor k, v := range maps.All(map[string]int{x: i}) {\n\t\tshow(k, v)\n\t}\n}",
    "bad := func(yield func(int) bool) {\n\tyield(1)\n\tyield(2)\n}\nfor x := range bad {\n\tshow(x)\n\tif ‹bool› {\n\t\tbreak\n\t}\n}",
    "var kept func(int) bool\nfor x := range func(yield func(int) bool) { kept = yield; yield(1) } {\n\tshow(x)\n}\nkept(2)",
    "for x := range func(yield func(int) bool) {\n\tdefer func() { show(\"seen\", recover()) }()\n\tyield(1)\n} {\n\tshow(x)\n\tpanic(\"body\")\n}",
    "var last *int\nfor i := 0; i < 3; i++ {\n\tif last != nil {\n\t\t*last += 10\n\t}\n\tlast = &i\n\tif i > 20 {\n\t\tbreak\n\t}\n}\nshow(*last)",
    "i := 0\nloop:\nif i < ‹int›&3 {\n\ti++\n\tgoto loop\n}\nshow(i)",
    "s := ‹[]int›\ni := 0\nif len(s) > 1 {\n\ti, s[i] = 1, 42\n\ts[0], s[1] = s[1], s[0]\n}\nshow(i, s)",
    // Generics.
    "type list[T any] struct {\n\thead T\n\ttail *list[T]\n}\nvar l *list[string]\nfor _, s := range ‹[]string› {\n\tl = &list[string]{s, l}\n}\nn := 0\nfor ; l != nil; l = l.tail {\n\tn += len(l.head)\n}\nshow(n)",
    "show(fmt.Sprintf(\"%T %T %T\", Pair[string, []int]{}, &Stack[Pair[int, bool]]{}, upto[Level]))",
    "show(combine(Level(‹int16›), ‹Level›), combine(‹uint8›, 3), bounded[uint8](‹float32›), mod(‹int8›, 3))",
    "s := Stack[func() int]{}\ns.Push(func() int { return ‹int› })\nf, ok := s.Pop()\n_, empty := s.Pop()\nshow(f(), ok, empty)",
    // Channels, without company.
    "c := make(chan int, 3)\nc <- ‹int›\nc <- 2\nclose(c)\nx, ok := <-c\nshow(x, ok, len(c), cap(c))\nfor y := range c {\n\tshow(y)\n}\nz, ok := <-c\nshow(z, ok)\nc <- 1",
    "var c chan string\nselect {\ncase c <- ‹string›:\n\tshow(\"sent\")\ncase <-c:\n\tshow(\"received\")\ndefault:\n\tshow(\"neither\")\n}\nclose(c)",
    "c := make(chan any, 1)\nselect {\ncase c <- ‹any›:\ndefault:\n}\nselect {\ncase x, ok := <-c:\n\tshow(describe(x), ok)\ndefault:\n}\nc2 := (<-chan any)(c)\nshow(len(c2))",
    "c := make(chan int)\ngo func() {\n\tdefer close(c)\n\tfor i := range ‹int› & 3 {\n\t\tc <- i\n\t}\n}()\nfor x := range c {\n\tshow(x)\n}",
    "var once sync.Once\ntry(func() { once.Do(func() { panic(\"once\") }) })\nonce.Do(func() { show(\"twice\") })\nf := sync.OnceValue(func() int { panic(‹int›) })\ntry(func() { f() })\nf()",
    "var mu sync.Mutex\nmu.Lock()\nshow(mu.TryLock())\nmu.Unlock()\nvar wg sync.WaitGroup\nwg.Add(‹int›&1 - 1)\nwg.Wait()\nshow(\"waited\")",
];
