// A stack virtual machine with an assembler, calls and traps.
package main

import (
	"fmt"
	"strconv"
	"strings"
)

type opcode byte

const (
	PUSH opcode = iota
	ADD
	SUB
	MUL
	LT
	JZ
	JMP
	LOAD
	STORE
	CALL
	RET
	PRINT
	HALT
)

var names = map[string]opcode{"push": PUSH, "add": ADD, "sub": SUB, "mul": MUL, "lt": LT, "jz": JZ, "jmp": JMP, "load": LOAD, "store": STORE, "call": CALL, "ret": RET, "print": PRINT, "halt": HALT}

type instr struct {
	op  opcode
	arg int
}
type trap struct {
	pc  int
	why any
}

func (t trap) Error() string { return fmt.Sprintf("trap at %d: %v", t.pc, t.why) }

func assemble(src string) (code []instr) {
	labels := map[string]int{}
	type fix struct {
		at   int
		name string
	}
	var fixes []fix
	for line := range strings.Lines(src) {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		if l, ok := strings.CutSuffix(f[0], ":"); ok {
			labels[l] = len(code)
			continue
		}
		op, ok := names[f[0]]
		if !ok {
			panic("unknown op " + f[0])
		}
		in := instr{op: op}
		if len(f) > 1 {
			if n, err := strconv.Atoi(f[1]); err == nil {
				in.arg = n
			} else {
				fixes = append(fixes, fix{len(code), f[1]})
			}
		}
		code = append(code, in)
	}
	for _, f := range fixes {
		code[f.at].arg = labels[f.name]
	}
	return
}

func run(code []instr) (out []int, err error) {
	var stack, calls []int
	var mem [8]int
	pc, steps := 0, 0
	defer func() {
		if r := recover(); r != nil {
			err = trap{pc, r}
		}
	}()
	pop := func() int {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return v
	}
	push := func(v int) { stack = append(stack, v) }
	bins := map[opcode]func(a, b int) int{
		ADD: func(a, b int) int { return a + b },
		SUB: func(a, b int) int { return a - b },
		MUL: func(a, b int) int { return a * b },
		LT: func(a, b int) int {
			if a < b {
				return 1
			}
			return 0
		},
	}
	for {
		if steps++; steps > 2000 {
			panic("step limit")
		}
		in := code[pc]
		pc++
		switch in.op {
		case PUSH:
			push(in.arg)
		case ADD, SUB, MUL, LT:
			b, a := pop(), pop()
			push(bins[in.op](a, b))
		case JZ:
			if pop() == 0 {
				pc = in.arg
			}
		case JMP:
			pc = in.arg
		case LOAD:
			push(mem[in.arg])
		case STORE:
			mem[in.arg] = pop()
		case CALL:
			calls = append(calls, pc)
			pc = in.arg
		case RET:
			pc, calls = calls[len(calls)-1], calls[:len(calls)-1]
		case PRINT:
			out = append(out, pop())
		case HALT:
			return
		}
	}
}

func main() {
	fact := `
	push 1
	store 0
	push 1
	store 1
loop:
	load 1
	push 11
	lt
	jz end
	call body
	jmp loop
body:
	load 0
	load 1
	mul
	store 0
	load 1
	push 1
	add
	store 1
	load 0
	print
	ret
end:
	halt`
	fmt.Println(run(assemble(fact)))
	fmt.Println(run(assemble("add")))
	fmt.Println(run(assemble("push 1\nstore 9")))
	fmt.Println(run(assemble("l:\njmp l")))
	fmt.Println(run(assemble("push 5")))
	defer func() { fmt.Println(recover()) }()
	assemble("bogus")
}
