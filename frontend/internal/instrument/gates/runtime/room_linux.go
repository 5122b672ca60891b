//go:build vtrace

package runtime

import (
	"internal/goarch"
	"internal/runtime/syscall/linux"
)

// vtEnterRoom takes the process into the namespaces of the one that keeps a place without a network, whose directory VTRACE_ROOM names. That is
// allowed only as long as there is one thread: while the environment is read. A program that would start to do that takes longer than
// most replays.
func vtEnterRoom() {
	room := gogetenv("VTRACE_ROOM")
	if room == "" {
		return
	}
	user, net := open(vtCString(room+"/user"), 0, 0), open(vtCString(room+"/net"), 0, 0)
	for _, fd := range [2]int32{user, net} {
		if _, _, failed := linux.Syscall6(vtSetns(), uintptr(fd), 0, 0, 0, 0, 0); fd < 0 || failed != 0 {
			print("vtrace: cannot enter the place without a network\n")
			exit(vtRefused)
		}
		closefd(fd)
	}
}

// vtSetns is the number of the system call.
func vtSetns() uintptr {
	switch goarch.GOARCH {
	case "amd64":
		return 308
	case "386":
		return 346
	case "arm":
		return 375
	case "ppc64", "ppc64le":
		return 350
	case "s390x":
		return 339
	}
	return 268 // of all that came later
}
