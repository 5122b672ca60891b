//go:build vtrace

package runtime

import _ "unsafe"

// Random numbers are inputs: what the packages math/rand and math/rand/v2 give without a source of the program's own is what the plan says.

//go:linkname rand_vtChosen math/rand.vtChosen
func rand_vtChosen() bool { return getg().vt != nil && vtDo.chosen() }

//go:linkname rand2_vtChosen math/rand/v2.vtChosen
func rand2_vtChosen() bool { return getg().vt != nil && vtDo.chosen() }

//go:linkname rand_vtraceChoose math/rand.vtraceChoose
func rand_vtraceChoose(n int) int { return vtDo.choose(n) }

//go:linkname rand2_vtraceChoose math/rand/v2.vtraceChoose
func rand2_vtraceChoose(n int) int { return vtDo.choose(n) }

// vtChosenNow tells whether the plan says what is chosen.
func vtChosenNow() bool {
	gp := getg()
	if vt.free || gp.m.locks != 0 || gp.m.throwing != 0 || gp.m.dying != 0 {
		return false
	}
	_, _, _, ok := vtCaller(gp.vt, 1)
	return ok
}

// vtChooseNow gives the number below n that the plan says.
func vtChooseNow(n int) int {
	if n <= 1 {
		return 0
	}
	v := getg().vt
	file, line, _, _ := vtCaller(v, 1)
	if e := v.pass("choose", file, line, false); e != nil {
		if e.rank >= n {
			vtDiverge(v, e, "a choice of fewer")
		}
		return e.rank
	}
	return int(cheaprandn(uint32(n)))
}
