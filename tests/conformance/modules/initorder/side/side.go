// Package side is imported for its side effect only.
package side

import "example.com/initorder/log"

func init() { log.Add("side.init 1", 1) }
func init() { log.Add("side.init 2", 2) }
