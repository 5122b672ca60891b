//go:build vtrace

//vtrace:noinit

package os

// Args are the program's name and what the runner gave it.
var Args = vtraceArgs()

// vtraceArgs gives the program's arguments.
func vtraceArgs() []string

// Exit ends the program.
func Exit(code int)

func Getpid() int { return 1 }

func Getppid() int { return 0 }

func Hostname() (name string, err error) { return "localhost", nil }
