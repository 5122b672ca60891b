//go:build vtrace

package runtime

// A program counter is a number that the machine makes of a place in the program; pcInfo knows it again, also one less.

// callerPC gives the program counter of an invocation of the current goroutine, 0 for the one that calls callerPC, 1 for its
// caller, and 0 if there are not so many.
func callerPC(skip int) uintptr

// pcInfo gives the function, the place and the function's program counter of a program counter; "" if it is none.
func pcInfo(pc uintptr) (name, file string, line int, entry uintptr)

// stackText gives the current goroutine's stack, and all others' too, as a crash prints them.
func stackText(all bool) string

func Caller(skip int) (pc uintptr, file string, line int, ok bool) {
	pc = callerPC(skip + 1)
	if pc == 0 {
		return 0, "", 0, false
	}
	_, file, line, _ = pcInfo(pc)
	return pc, file, line, true
}

func Callers(skip int, pc []uintptr) int {
	n := 0
	for n < len(pc) {
		// 0 is Callers itself.
		p := callerPC(skip + n)
		if p == 0 {
			break
		}
		pc[n] = p
		n++
	}
	return n
}

type Frames struct {
	callers []uintptr
}

func CallersFrames(callers []uintptr) *Frames { return &Frames{callers} }

func (ci *Frames) Next() (frame Frame, more bool) {
	if len(ci.callers) == 0 {
		return Frame{}, false
	}
	pc := ci.callers[0]
	ci.callers = ci.callers[1:]
	f := FuncForPC(pc)
	if f == nil {
		return Frame{PC: pc}, len(ci.callers) > 0
	}
	frame = Frame{PC: pc, Func: f, Function: f.name, Entry: f.entry}
	frame.File, frame.Line = f.FileLine(pc)
	return frame, len(ci.callers) > 0
}

type Func struct {
	name  string
	entry uintptr
}

func FuncForPC(pc uintptr) *Func {
	name, _, _, entry := pcInfo(pc)
	if name == "" {
		return nil
	}
	return &Func{name, entry}
}

func (f *Func) Name() string {
	if f == nil {
		return ""
	}
	return f.name
}

func (f *Func) Entry() uintptr { return f.entry }

func (f *Func) FileLine(pc uintptr) (file string, line int) {
	_, file, line, _ = pcInfo(pc)
	return file, line
}

func Stack(buf []byte, all bool) int { return copy(buf, stackText(all)) }
