// Package c is at the bottom.
package c

import "example.com/initorder/log"

// Value is the base.
var Value = func() int { return log.Add("c.Value", base) }()
var base = log.Add("c.base", 3)

func init() { c2() }

func c2() { log.Add("c.init", Value) }
