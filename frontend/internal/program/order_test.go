package program

import (
	"bytes"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/ssa/interp"

	"vtrace.dev/frontend/internal/load"
)

// TestOrder runs the programs in testdata/order and compares what they print with what `go run` makes of them.
func TestOrder(t *testing.T) {
	files, err := filepath.Glob("../../testdata/order/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			dir, name := filepath.Split(file)
			command := exec.Command("go", "run", name)
			command.Dir = dir
			want, err := command.CombinedOutput()
			if err != nil {
				t.Fatalf("go run: %v\n%s", err, want)
			}
			got := interpret(t, dir, name)
			if !bytes.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// interpret runs a program in the interpreter of x/tools and gives what it printed with print and println.
func interpret(t *testing.T, dir, name string) []byte {
	loaded, err := load.Load(load.Options{Dir: dir, Patterns: []string{name}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Build(loaded, Wanted{}, true)
	if err != nil {
		t.Fatal(err)
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	output := make(chan []byte)
	go func() {
		var b bytes.Buffer
		b.ReadFrom(read)
		output <- b.Bytes()
	}()
	stderr, stdout := os.Stderr, os.Stdout
	os.Stderr, os.Stdout = write, write
	code := interp.Interpret(p.Entries[0].Function.Pkg, 0, &types.StdSizes{WordSize: 8, MaxAlign: 8}, name, nil)
	os.Stderr, os.Stdout = stderr, stdout
	write.Close()
	printed := <-output
	if code != 0 {
		t.Fatalf("exit %d\n%s", code, printed)
	}
	return printed
}
