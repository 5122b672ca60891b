// Parallel subtests change a global setting.
package share

import "testing"

var verbose int

func set(level int) {
	verbose = level //~ race
}

func TestLevels(t *testing.T) {
	for level := range 2 {
		t.Run("level", func(t *testing.T) {
			t.Parallel()
			set(level)
		})
	}
}
