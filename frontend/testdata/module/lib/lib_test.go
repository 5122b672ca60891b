package lib

import "testing"

func TestDouble(t *testing.T) {
	if helper(2) != 4 {
		t.Fatal("not double")
	}
}

func BenchmarkDouble(b *testing.B) {
	for b.Loop() {
		Double(1)
	}
}

func FuzzDouble(f *testing.F) {
	f.Add("x")
	f.Fuzz(func(t *testing.T, s string) { Double(s) })
}

func helper(n int) int { return Double(n) }
