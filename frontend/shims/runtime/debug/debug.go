//go:build vtrace

package debug

// Settings of the garbage collector and of the scheduler mean nothing to the machine; it only remembers some.

var (
	gcPercent         = 100
	memoryLimit int64 = 1<<63 - 1
)

//vtrace:atomic
func SetGCPercent(percent int) int {
	before := gcPercent
	gcPercent = percent
	return before
}

//vtrace:atomic
func SetMemoryLimit(limit int64) int64 {
	before := memoryLimit
	if limit >= 0 {
		memoryLimit = limit
	}
	return before
}

func SetMaxStack(bytes int) int { return 1000000000 }

func SetMaxThreads(threads int) int { return 10000 }

func SetPanicOnFault(enabled bool) bool { return false }

func SetTraceback(level string) {}

func FreeOSMemory() {}

func ReadGCStats(stats *GCStats) {}

func ReadBuildInfo() (info *BuildInfo, ok bool) { return nil, false }
