//go:build vtrace

package runtime

import "unsafe"

// Plain reads and writes of memory. Gates stand before statements, and in those that read and write the same variable
// between the two. Which of a statement's accesses are steps only the plan knows: the machine does not stop before those
// that nobody else could notice.

// vtAccess is the gate before a statement on these lines: before whatever it does (0), reads (1) or writes (2).
//
//go:linkname vtAccess
func vtAccess(from, to, which int) {
	v := getg().vt
	if v == nil {
		return
	}
	if vt.lines != 0 && which != 2 {
		defer vtLine(v) // when it is its turn
	}
	if vt.free {
		return
	}
	for {
		lock(&vt.lock)
		i := v.next
		for i < v.count && v.at(i).optional && !v.at(i).accesses(from, to, which) {
			i++
		}
		if vt.free || i == v.count || !v.at(i).accesses(from, to, which) {
			unlock(&vt.lock)
			return
		}
		e := v.at(i)
		for v.next < i {
			v.skip()
		}
		v.next++
		if e.step > vt.step {
			v.wait(e.step)
		}
		unlock(&vt.lock)
	}
}

func (e *vtEvent) accesses(from, to, which int) bool {
	return (e.op == "load" && which != 2 || e.op == "store" && which != 1) && from <= e.line && e.line <= to
}

// vtLine notes in a file that a goroutine executes a line: when, who, and where.
func vtLine(v *vtG) {
	pcs := make([]uintptr, 8)
	frames := CallersFrames(pcs[:callers(1, pcs)])
	for {
		frame, more := frames.Next()
		name := frame.Function
		inside := len(name) > 8 && name[:8] == "runtime." || len(name) > 11 && name[:11] == "vtracegate."
		if !inside {
			line := append([]byte(vtText(int(nanotime()))+"\t"+v.path+"\t"+frame.File+"\t"+vtText(frame.Line)), '\n')
			write1(uintptr(vt.lines), unsafe.Pointer(&line[0]), int32(len(line)))
			return
		}
		if !more {
			return
		}
	}
}
