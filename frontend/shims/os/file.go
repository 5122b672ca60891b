//go:build vtrace

package os

import (
	"errors"
	"io"
	"io/fs"
	"syscall"
	"time"
)

// A File is one of the three standard streams: the machine has no file system.
type File struct {
	number int
	name   string
}

var (
	Stdin  = &File{0, "/dev/stdin"}
	Stdout = &File{1, "/dev/stdout"}
	Stderr = &File{2, "/dev/stderr"}
)

var errBadDescriptor = errors.New("bad file descriptor")

func (f *File) wrap(op string, err error) error {
	return &PathError{Op: op, Path: f.name, Err: err}
}

// Write and WriteString are no visible operations: what is printed depends on the schedule, but influences nobody.
func (f *File) Write(b []byte) (n int, err error) {
	if f == nil {
		return 0, ErrInvalid
	}
	if f.number == 0 {
		return 0, f.wrap("write", errBadDescriptor)
	}
	return vtraceWrite(f.number, b), nil
}

func (f *File) WriteString(s string) (n int, err error) { return f.Write([]byte(s)) }

// Read finds nothing: standard input is empty.
func (f *File) Read(b []byte) (n int, err error) {
	if f == nil {
		return 0, ErrInvalid
	}
	if f.number != 0 {
		return 0, f.wrap("read", errBadDescriptor)
	}
	if len(b) == 0 {
		return 0, nil
	}
	return 0, io.EOF
}

func (f *File) ReadFrom(r io.Reader) (n int64, err error) {
	if f == nil {
		return 0, ErrInvalid
	}
	return io.Copy(onlyWriter{f}, r)
}

func (f *File) WriteTo(w io.Writer) (n int64, err error) {
	if f == nil {
		return 0, ErrInvalid
	}
	return io.Copy(w, onlyReader{f})
}

type onlyWriter struct{ f *File }

func (w onlyWriter) Write(b []byte) (int, error) { return w.f.Write(b) }

type onlyReader struct{ f *File }

func (r onlyReader) Read(b []byte) (int, error) { return r.f.Read(b) }

func (f *File) Fd() uintptr { return uintptr(f.number) }

func (f *File) Name() string { return f.name }

func (f *File) Close() error { return nil }

func (f *File) Sync() error { return nil }

func (f *File) SetDeadline(t time.Time) error { return ErrNoDeadline }

func (f *File) SetReadDeadline(t time.Time) error { return ErrNoDeadline }

func (f *File) SetWriteDeadline(t time.Time) error { return ErrNoDeadline }

// vtraceWrite writes to standard output (1) or standard error (2), and tells how much.
func vtraceWrite(fd int, b []byte) int

var (
	ErrInvalid          = fs.ErrInvalid
	ErrPermission       = fs.ErrPermission
	ErrExist            = fs.ErrExist
	ErrNotExist         = fs.ErrNotExist
	ErrClosed           = fs.ErrClosed
	ErrNoDeadline       = errors.New("file type does not support deadline")
	ErrDeadlineExceeded = errors.New("i/o timeout")
	ErrProcessDone      = errors.New("os: process already finished")
)

// The signals that every system has.
var (
	Interrupt Signal = syscall.SIGINT
	Kill      Signal = syscall.SIGKILL
)
