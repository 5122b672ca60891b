package instrument

import (
	"fmt"
	"path/filepath"
	"strconv"

	"vtrace.dev/frontend/internal/load"
)

// marks makes statements of the comments that say what should hold at a place, so that the real program itself finds out whether it does.
// A comment that vtrace would refuse is left alone.
func (g *gater) marks() {
	all, _ := load.Marks(g.set, g.file)
	for _, m := range all {
		line, _ := g.lines(m.Comment.Pos(), m.Comment.Pos()+1)
		place := fmt.Sprintf("%s:%d", filepath.Base(g.path), line)
		var text string
		switch m.Word {
		case "assert":
			text = fmt.Sprintf("vtracegate.At(%d, %d); if %s {} else { vtracegate.Mark(%q, %s) }; ",
				line, line, m.Text, place, strconv.Quote(m.Text+" is false"))
		case "unreachable":
			text = fmt.Sprintf("vtracegate.Mark(%q, %q); ", place, "reached")
		default:
			continue
		}
		g.used = true
		if m.Before != nil {
			g.insert(m.Before.Pos(), text)
		} else {
			g.insert(m.Comment.Pos(), "; "+text)
		}
	}
}
