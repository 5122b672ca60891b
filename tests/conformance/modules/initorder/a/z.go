package a

import "example.com/initorder/log"

var early = log.Add("a.early (z.go)", 1)

func init() { log.Add("a.init (z.go)", early) }
