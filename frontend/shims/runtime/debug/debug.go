//go:build vtrace

package debug

// Settings of the garbage collector and of the scheduler mean nothing to the machine; they give what they give at first.

func SetGCPercent(percent int) int { return 100 }

func SetMemoryLimit(limit int64) int64 { return 1<<63 - 1 }

func SetMaxStack(bytes int) int { return 1000000000 }

func SetMaxThreads(threads int) int { return 10000 }

func SetPanicOnFault(enabled bool) bool { return false }

func SetTraceback(level string) {}

func FreeOSMemory() {}

func ReadGCStats(stats *GCStats) {}

func ReadBuildInfo() (info *BuildInfo, ok bool) { return nil, false }
