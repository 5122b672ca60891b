// Package a depends on c.
package a

import (
	"example.com/initorder/c"
	"example.com/initorder/log"
)

// Value is set from c.
var Value = log.Add("a.Value", c.Value*10)

func init() { Value = log.Add("a.init", Value+1) }
