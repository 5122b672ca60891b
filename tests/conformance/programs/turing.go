// A Turing machine, a brainf-like interpreter and Collatz lengths.
package main

import (
	"fmt"
	"strings"
)

type rule struct {
	write byte
	move  int
	next  string
}

func turing(rules map[string]map[byte]rule, tape []byte, state string) (string, int) {
	pos, steps := 0, 0
	for state != "halt" {
		if pos < 0 {
			tape = append([]byte{'_'}, tape...)
			pos = 0
		}
		if pos == len(tape) {
			tape = append(tape, '_')
		}
		r, ok := rules[state][tape[pos]]
		if !ok {
			return "stuck in " + state, steps
		}
		tape[pos] = r.write
		pos += r.move
		state = r.next
		steps++
	}
	return strings.Trim(string(tape), "_"), steps
}

func bf(prog, in string) (out string) {
	tape := [100]byte{}
	p := 0
	scan := func(pc, dir int) int {
		for nest := dir; dir*nest > 0; pc += dir {
			switch prog[pc+dir] {
			case ']':
				nest--
			case '[':
				nest++
			}
		}
		return pc
	}
	for pc := 0; pc < len(prog); pc++ {
		switch prog[pc] {
		case '>':
			p++
		case '<':
			p--
		case '+':
			tape[p]++
		case '-':
			tape[p]--
		case '.':
			out += string(rune(tape[p]))
		case ',':
			if in == "" {
				tape[p] = 0
			} else {
				tape[p], in = in[0], in[1:]
			}
		case '[':
			if tape[p] == 0 {
				pc = scan(pc, 1)
			}
		case ']':
			pc = scan(pc, -1)
			pc--
		}
	}
	return
}

func main() {
	inc := map[string]map[byte]rule{
		"right": {'0': {'0', 1, "right"}, '1': {'1', 1, "right"}, '_': {'_', -1, "carry"}},
		"carry": {'1': {'0', -1, "carry"}, '0': {'1', -1, "halt"}, '_': {'1', -1, "halt"}},
	}
	for _, s := range []string{"0", "1", "1011", "1111", "x"} {
		fmt.Println(turing(inc, []byte(s), "right"))
	}
	fmt.Println(bf("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.", ""))
	fmt.Println(bf(",[.,]", "echo"))
	best, at := 0, 0
	for i := 1; i < 300; i++ {
		n, c := i, 0
		for n != 1 {
			if n%2 == 0 {
				n /= 2
			} else {
				n = 3*n + 1
			}
			c++
		}
		if c > best {
			best, at = c, i
		}
	}
	fmt.Println(best, at)
}
