//go:build vtrace

package crc32

// There is no assembly for the machine.

func archAvailableIEEE() bool                          { return false }
func archInitIEEE()                                    { panic("not available") }
func archUpdateIEEE(crc uint32, p []byte) uint32       { panic("not available") }
func archAvailableCastagnoli() bool                    { return false }
func archInitCastagnoli()                              { panic("not available") }
func archUpdateCastagnoli(crc uint32, p []byte) uint32 { panic("not available") }
