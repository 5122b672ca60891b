// Every subtest has its own setting.
package share

import "testing"

type settings struct {
	verbose int
}

func (s *settings) set(level int) {
	s.verbose = level
}

func TestLevels(t *testing.T) {
	for level := range 2 {
		t.Run("level", func(t *testing.T) {
			t.Parallel()
			var s settings
			s.set(level)
		})
	}
}
