// Width and precision applied to every kind, element by element in compound values; star arguments; zero padding.
package main

import "fmt"

type S struct {
	A int
	B string
	C float64
}
type St string

func (s St) String() string { return "<" + string(s) + ">" }

func main() {
	fmt.Printf("|%6d|%-6d|%06d|%+6d|%x|\n", 42, 42, 42, 42, 42)
	fmt.Printf("|%8.3f|%-8.3f|%08.3f|%+8.3f|%8.3e|% 8.2f|\n", 3.14159, 3.14159, -3.14159, 3.14159, 3.14159, 3.14159)
	fmt.Printf("|%6s|%-6s|%.2s|%6.2s|%06s|%q|%8q|\n", "go", "go", "gopher", "gopher", "go", "go", "go")
	fmt.Printf("|%5t|%-7t|%5v|%-5v|\n", true, false, nil, nil)
	fmt.Printf("|%4d|%-4d|%04d|\n", []int{1, 22}, [2]int{3, 4}, []int{5})
	fmt.Printf("|%5.1f|%6s|%-6q|\n", []float64{1, 2.25}, []string{"a", "b"}, []string{"c"})
	fmt.Printf("|%4v|%+v|%6.2v|\n", S{1, "x", 2.5}, S{1, "x", 2.5}, S{1, "xyz", 2.555})
	fmt.Printf("|%8v|%-8v|%8s|\n", St("a"), St("b"), []St{"c", "d"})
	fmt.Printf("|%6v|%3d|\n", map[string]int{"k": 1}, map[int]int{1: 2})
	fmt.Printf("|%*d|%-*d|%.*f|%*.*f|\n", 5, 1, 5, 2, 2, 3.14159, 8, 3, 2.71828)
	fmt.Printf("|%10.3v|%-10.3v|%10v|\n", 3.14159, 2.71828, 1+2i)
	fmt.Printf("|%8.2f|%.1f|%6.1f|\n", 1+2i, 3-4i, []complex128{1i})
	fmt.Printf("|%c|%3c|%-3c|%q|%#q|%U|%#U|%08U|\n", 'x', 'y', 'z', 'w', 'v', 'u', 't', 's')
	fmt.Printf("|%x|%X|%#x|% x|%# x|%10x|%-10x|\n", "hex", "hex", "hex", "hex", "hex", "ab", "ab")
	fmt.Printf("|%x|%x|%X|\n", 3.5, []byte{1, 0xab}, -255)
	fmt.Printf("|%+q|%#v|%#+v|%T|\n", "é", "q", S{}, &S{})
	fmt.Printf("|%08b|%o|%#o|%O|%#b|\n", 5, 64, 64, 64, 5)
	fmt.Printf("|%e|%E|%.0e|%g|%G|%.3g|%.10g|%#g|\n", 123456.789, 0.000123, 5.5, 1e-7, 1e21, 123456.0, 0.1, 1.0)
	fmt.Printf("|%6.3d|%-6.3d|%+.3d|%06.3d|%.0d|\n", 7, 7, 7, 7, 0)
	fmt.Printf("|%t|%v|%s|\n", []bool{true}, [2]bool{}, []error{fmt.Errorf("e")})
	fmt.Printf("|%3d|%v|%d|\n", &[]int{1}, &[2]int{1, 2}, &map[string]int{"a": 1})
	fmt.Printf("|%v|%d|%s|\n", []any{1, "a", 2.5, nil}, []any{1, 2}, []any{"x", St("y")})
	fmt.Printf("|%+d|% d|%+.2e|% x|\n", []int{1, -1}, []int{1, -1}, []float64{1}, []string{"ab", "cd"})
	fmt.Printf("%[2]*.[1]*[3]f|%[3]v %[1]v %v\n", 2, 8, 3.14159)
	fmt.Printf("%v %v %v %v\n", int8(-5), uint64(1<<63), uintptr(10), float32(0.1))
	fmt.Printf("%6.2f%%|%-5d|%5s|\n", 99.5, 3, "é世")
	fmt.Println(fmt.Sprintf("%5d|%-5s|%05.1f", 1, "a", 2.25), len(fmt.Sprintf("%20s", "")), fmt.Sprintf("%d %s", 1, "b"))
}
