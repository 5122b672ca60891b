package panics

import "testing"

func recovers(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

func TestRecovered(t *testing.T) {
	if r := recovers(func() { panic("expected") }); r != "expected" {
		t.Error(r)
	}
	t.Log("ok")
}

func BenchmarkLoop(b *testing.B) {
	n := 0
	for b.Loop() {
		n++
	}
	if n < b.N {
		b.Fatal(n, b.N)
	}
}

func FuzzReverse(f *testing.F) {
	f.Add("abc")
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		b := []byte(s)
		for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
		if len(b) != len(s) {
			t.Error("length")
		}
	})
}
