//go:build vtrace

package godebug

// A Setting is always at its default: the machine has no GODEBUG.
type Setting struct {
	name string
}

func New(name string) *Setting { return &Setting{name: name} }

func (s *Setting) Name() string {
	if s.name != "" && s.name[0] == '#' {
		return s.name[1:]
	}
	return s.name
}

func (s *Setting) Undocumented() bool { return s.name != "" && s.name[0] == '#' }

func (s *Setting) String() string { return s.Name() + "=" }

func (s *Setting) IncNonDefault() {}

func (s *Setting) Value() string { return "" }
