// Package std says what becomes of each package of the standard library.
//
// A package that is plain Go *runs*: its functions are exported and executed from their own source. Any other is
// *cut*: its declarations stay, so that the user's code type-checks, but its functions lose their bodies while they
// are parsed, and its variables are not initialised. Shims (see the shims directory) replace single declarations in
// either. Packages outside of the standard library always run.
package std

import (
	"maps"
	"slices"
)

// run lists the packages that are executed from their own source.
var run = set(
	"bufio", "bytes", "cmp", "container/heap", "container/list", "container/ring", "context",
	"encoding", "encoding/base32", "encoding/base64", "encoding/binary", "encoding/csv", "encoding/json", "encoding/hex", "errors", "flag", "fmt", "hash", "hash/adler32", "hash/crc32", "hash/crc64", "hash/fnv", "html",
	"io", "io/fs", "iter", "log", "maps", "math", "math/bits", "math/cmplx", "math/rand", "math/rand/v2", "net/url", "path", "path/filepath",
	"regexp", "regexp/syntax", "slices", "sort", "strconv", "strings", "text/scanner", "text/tabwriter", "time",
	"unicode", "unicode/utf16", "unicode/utf8",
	"internal/asan", "internal/bytealg", "internal/byteorder", "internal/filepathlite", "internal/fmtsort", "internal/itoa", "internal/msan",
	"internal/oserror", "internal/race", "internal/saferio", "internal/stringslite", "internal/strconv", "log/internal",
)

// keep lists what is executed from its own source in packages that are cut: whole files, functions,
// methods, or variables.
var keep = map[string]map[string]bool{
	"sync": set("oncefunc.go", "Cond.Broadcast", "Cond.Signal", "Cond.Wait", "NewCond", "Once.Do", "Once.doSlow",
		"RWMutex.RLocker", "WaitGroup.Go", "rlocker.Lock", "rlocker.Unlock"),
	"internal/abi": set("Kind.String", "kindNames"),
	"reflect": set("deepequal.go", "visiblefields.go", "Kind.String", "kindNames", "ChanDir.String", "ValueError.Error",
		"StructTag.Get", "StructTag.Lookup", "StructField.IsExported", "Method.IsExported"),
	"runtime/debug": set("PrintStack", "Stack"),
	"os":            set("env.go", "error.go"),
	"testing":       set("rewrite", "isSpace", "parseSubtestNumber"),
	"os/signal":     set("NotifyContext", "signalCtx.stop", "signalCtx.String", "signalError.Error", "signalError.Is"),
	"syscall":       set("Errno.Error", "errors", "Signal.Signal", "Signal.String", "signals"),
	// The types are plain Go over the functions, which are the machine's.
	"sync/atomic": set("type.go"),
}

// Runs tells whether a package of the standard library is executed from its own source.
func Runs(path string) bool { return run[path] }

// Keeps tells whether something of a package, a file by its base name, a variable or function by its name (a method
// as "T.M"), is executed from its own source.
func Keeps(path, name string) bool { return run[path] || keep[path][name] }

// Running lists the packages that are executed from their own source, sorted.
func Running() []string { return slices.Sorted(maps.Keys(run)) }

// A Keep is something of a cut package that is executed from its own source.
type Keep struct{ Package, Name string }

// Kept lists what is executed from its own source in packages that are cut, sorted.
func Kept() []Keep {
	var all []Keep
	for _, path := range slices.Sorted(maps.Keys(keep)) {
		for _, name := range slices.Sorted(maps.Keys(keep[path])) {
			all = append(all, Keep{path, name})
		}
	}
	return all
}

func set(names ...string) map[string]bool {
	s := make(map[string]bool, len(names))
	for _, n := range names {
		s[n] = true
	}
	return s
}
