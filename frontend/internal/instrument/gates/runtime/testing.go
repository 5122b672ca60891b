//go:build vtrace

package runtime

import _ "unsafe"

// Package testing is not executed by vtrace from its own source, but has a simpler one in its place. Three of its operations are the same
// in both: a test that logs, that fails, and that is over.

//go:linkname testing_vtCall testing.vtCall
func testing_vtCall(name string) {
	if getg().vt != nil {
		vtDo.testing(name)
	}
}

func vtTestingNow(op string) {
	gp := getg()
	if gp.m.locks != 0 || gp.m.throwing != 0 || gp.m.dying != 0 {
		return
	}
	file, line, again := vtTester()
	if again || file == "" && op != "testing.(*T).end" {
		return // on behalf of itself
	}
	gp.vt.soft(op, file, line)
	if op == "testing.(*common).fail" {
		vtSay("failed " + file + ":" + vtText(line))
	}
}

// vtTester finds the place in the user's code that called package testing; again: the function that a gate stands in has called
// itself.
func vtTester() (file string, line int, again bool) {
	pcs := make([]uintptr, 64)
	n := callers(1, pcs)
	frames := CallersFrames(pcs[:n])
	first := ""
	for {
		frame, more := frames.Next()
		name := frame.Function
		switch {
		case len(name) > 8 && name[:8] == "runtime." || name == "testing.vtCall":
		case len(name) > 8 && name[:8] == "testing.":
			again = again || name == first
			if first == "" {
				first = name
			}
		default:
			return frame.File, frame.Line, again
		}
		if !more {
			return "", 0, again
		}
	}
}

// vtMark is called where a comment of the user's says what does not hold. If the schedule was to lead there, that is the end.
//
//go:linkname vtMark
func vtMark(place, text string) {
	if getg().vt != nil {
		vtDo.mark(place, text)
	}
}

func vtMarkNow(place, text string) {
	if vt.mark == place && vt.step >= len(vt.steps) && !vt.free {
		fatal("vtrace: " + place + ": " + text)
	}
}
