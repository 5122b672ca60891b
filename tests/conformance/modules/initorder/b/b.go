// Package b depends on a and c.
package b

import (
	"example.com/initorder/a"
	"example.com/initorder/c"
	"example.com/initorder/log"
)

// Value is set from a and c.
var Value = log.Add("b.Value", a.Value+c.Value)
