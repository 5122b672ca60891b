// Runtime calls that programs make in passing: GC, memory statistics, finalizers, debug settings, caller names.
package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

type T struct{ n int }

func where() string {
	_, file, line, ok := runtime.Caller(1)
	return fmt.Sprint(file[strings.LastIndexByte(file, '/')+1:] != "", line > 0, ok)
}

func main() {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	t := &T{1}
	runtime.SetFinalizer(t, func(*T) {})
	runtime.SetFinalizer(t, nil)
	runtime.GC()
	runtime.ReadMemStats(&after)
	fmt.Println(after.NumGC >= before.NumGC, t.n)
	old := debug.SetGCPercent(50)
	fmt.Println(debug.SetGCPercent(old) == 50)
	fmt.Println(where())
	runtime.KeepAlive(t)
	for range 10 {
		runtime.Gosched()
	}
	debug.FreeOSMemory()
	fmt.Println(runtime.NumGoroutine(), len(runtime.GOROOT()) >= 0)
}
