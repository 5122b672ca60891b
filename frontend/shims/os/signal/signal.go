//go:build vtrace

package signal

import "os"

// No signal ever comes.

func Notify(c chan<- os.Signal, sig ...os.Signal) {
	if c == nil {
		panic("os/signal: Notify using nil channel")
	}
}

func Stop(c chan<- os.Signal) {}

func Reset(sig ...os.Signal) {}

func Ignore(sig ...os.Signal) {}

func Ignored(sig os.Signal) bool { return false }
