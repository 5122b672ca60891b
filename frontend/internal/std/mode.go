// Package std says what becomes of each package of the standard library.
//
// A package that is plain Go *runs*: its functions are exported and executed from their own source. Any other is
// *cut*: its declarations stay, so that the user's code type-checks, but its functions lose their bodies while they
// are parsed, and its variables are not initialised. Shims (see the shims directory) replace single declarations in
// either. Packages outside of the standard library always run.
package std

import "strings"

// run lists the packages that are executed from their own source.
var run = set(
	"bufio", "bytes", "cmp", "container/heap", "container/list", "container/ring", "context", "encoding/hex",
	"errors", "fmt", "hash", "hash/crc32", "hash/fnv", "io", "iter", "maps", "math", "math/bits", "math/cmplx", "path",
	"regexp", "regexp/syntax", "slices", "sort", "strconv", "strings", "text/tabwriter", "time",
	"unicode", "unicode/utf16", "unicode/utf8",
	"internal/bytealg", "internal/byteorder", "internal/errors", "internal/fmtsort", "internal/itoa", "internal/oserror",
	"internal/stringslite", "internal/strconv",
)

// runFiles lists files of cut packages that are executed from their own source all the same.
var runFiles = map[string]map[string]bool{
	"sync": set("oncefunc.go"),
}

// Runs tells whether a package of the standard library is executed from its own source.
func Runs(path string) bool { return run[path] }

// RunsFile tells whether a file, by its base name, of a package is executed from its own source.
func RunsFile(path, file string) bool { return run[path] || runFiles[path][file] }

// HasRunFiles tells whether some files of a cut package run.
func HasRunFiles(path string) bool { return runFiles[path] != nil }

// Path strips the prefix of packages that the standard library vendors.
func Path(path string) string { return strings.TrimPrefix(path, "vendor/") }

func set(names ...string) map[string]bool {
	s := make(map[string]bool, len(names))
	for _, n := range names {
		s[n] = true
	}
	return s
}
