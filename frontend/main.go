// Command frontend loads Go packages and writes their SSA as a program image, which vtrace executes.
//
//	frontend export -o OUT.img [-deps OUT.deps] [-tags LIST] [-tests] [-entry NAME]... [-functions] [-skipped OUT.json] PATTERN...
//
// For the functions of many packages, it loads all of them and writes an image for each:
//
//	frontend each -o DIR [-tags LIST] PATTERN...
//
// For replay on the real program, it writes an overlay for the go command:
//
//	frontend instrument -goroot DIR -o DIR [-call STATEMENTS] [-given VALUE]... [-bare] [PATTERN]...
//
// It exits with 1 if the program does not load or does not compile, with Go's own messages on stderr; with 2 if the
// trouble is its own.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"vtrace.dev/frontend/internal/image"
	"vtrace.dev/frontend/internal/instrument"
	"vtrace.dev/frontend/internal/load"
	"vtrace.dev/frontend/internal/program"
)

const usage = "usage: frontend export -o OUT.img [-deps OUT.deps] [-tags LIST] [-tests] [-entry NAME]... [-functions] [-skipped OUT.json] PATTERN...\n" +
	"       frontend each -o DIR [-tags LIST] PATTERN...\n" +
	"       frontend instrument -goroot DIR -o DIR [-call STATEMENTS] [-given VALUE]... [-bare] [PATTERN]..."

func main() {
	commands := map[string]func([]string) error{"each": each, "export": export, "instrument": prepare}
	var command func([]string) error
	if len(os.Args) >= 2 {
		command = commands[os.Args[1]]
	}
	if command == nil {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	if os.Getenv("GOGC") == "" {
		// The process is short: collecting less saves a fifth of its time, and the limit keeps a large program in bounds.
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(1 << 30)
	}
	if err := command(os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		var user *load.UserError
		if errors.As(err, &user) {
			os.Exit(1)
		}
		os.Exit(2)
	}
}

// A list is a flag that may be repeated.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

// prepare writes the overlay with which the go command builds a program for replay.
func prepare(args []string) error {
	flags := flag.NewFlagSet("instrument", flag.ExitOnError)
	flags.Usage = func() { fmt.Fprintln(os.Stderr, usage); flags.PrintDefaults() }
	output := flags.String("o", "", "write the files to this `directory`")
	goroot := flags.String("goroot", "", "the `directory` of Go")
	call := flags.String("call", "", "add a test that executes these `statements`, and print the name of its file")
	var given list
	flags.Var(&given, "given", "let a call return a `value`: LINE:COLUMN:FUNCTION:RESULT:RESULTS:VALUE (repeatable)")
	bare := flags.Bool("bare", false, "put no gates into the files of the packages")
	flags.Parse(args)
	if *output == "" || *goroot == "" {
		return errors.New(usage)
	}
	if err := instrument.Overlay(*goroot, runtime.GOOS, *output); err != nil {
		return err
	}
	if *call != "" {
		file, err := instrument.Call(*output, flags.Args(), *call)
		if err != nil {
			return err
		}
		fmt.Println(file)
	}
	if (!*bare || len(given) > 0) && flags.NArg() > 0 {
		if err := instrument.User(*output, flags.Args(), !*bare, given); err != nil {
			return err
		}
	}
	return instrument.Finish(*output)
}

func export(args []string) (err error) {
	flags := flag.NewFlagSet("export", flag.ExitOnError)
	flags.Usage = func() { fmt.Fprintln(os.Stderr, usage); flags.PrintDefaults() }
	output := flags.String("o", "", "write the image to this `file`")
	deps := flags.String("deps", "", "write the list of input files to this `file`")
	tags := flags.String("tags", "", "comma-separated `list` of build tags")
	tests := flags.Bool("tests", false, "load tests too")
	check := flags.Bool("check", false, "check the SSA, and tell the type errors in the standard library as patched")
	skipped := flags.String("skipped", "", "leave out packages that do not compile, and list them in this `file`")
	functions := flags.Bool("functions", false, "start at the functions that make their own concurrency, and nowhere else")
	watch := flags.String("watch", "", "let the local variables of these `names` be seen from outside; * for all")
	var entries list
	flags.Var(&entries, "entry", "start at the function of this `name` (repeatable)")
	flags.Parse(args)
	if *output == "" {
		return errors.New(usage)
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	for _, name := range entries {
		*tests = *tests || program.IsTestName(name)
	}
	options := load.Options{Dir: dir, Tags: *tags, Tests: *tests, Patterns: flags.Args(), Watch: *watch}
	var loaded *load.Program
	var broken *load.Broken
	if *skipped == "" {
		loaded, err = load.Load(options)
	} else {
		loaded, broken, err = load.Sound(options)
	}
	if err != nil {
		return err
	}
	if *check {
		for _, line := range loaded.StandardErrors() {
			fmt.Fprintln(os.Stderr, line)
		}
	}
	p, err := program.Build(loaded, program.Wanted{Names: entries, Functions: *functions}, *check)
	if errors.Is(err, program.ErrNothing) && broken != nil {
		return broken.Err
	} else if errors.Is(err, program.ErrNothing) {
		what := "no main package"
		if *functions {
			what = "no function that makes its own concurrency"
		} else if *tests {
			what += " or tests"
		}
		return &load.UserError{Messages: []string{what + " in " + strings.Join(loaded.Patterns(), " ")}}
	} else if err != nil {
		return err
	}
	if err := os.WriteFile(*output, image.Encode(p), 0o666); err != nil {
		return err
	}
	if *skipped != "" && len(p.Generic) > 0 {
		if broken == nil {
			broken = &load.Broken{}
		}
		broken.Packages = append(broken.Packages, p.Generic...)
	}
	if broken != nil {
		if err := broken.Write(*skipped); err != nil {
			return err
		}
	}
	if *deps != "" {
		return loaded.WriteDeps(*deps)
	}
	return nil
}
