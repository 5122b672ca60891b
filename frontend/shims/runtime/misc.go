//go:build vtrace

package runtime

// Version gives the version of Go whose standard library the program uses.
func Version() string

func GOROOT() string { return "/usr/local/go" }

// processors is a setting that changes nothing.
var processors = NumCPU()

//vtrace:atomic
func GOMAXPROCS(n int) int {
	before := processors
	if n > 0 {
		processors = n
	}
	return before
}

func NumCgoCall() int64 { return 0 }

// ReadMemStats tells of an empty heap.
func ReadMemStats(m *MemStats) {}

func SetBlockProfileRate(rate int) {}

func SetMutexProfileFraction(rate int) int { return 0 }

// AddCleanup forgets the cleanup: nothing is ever collected, as far as the program can see.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) Cleanup { return Cleanup{} }

func (c Cleanup) Stop() {}
