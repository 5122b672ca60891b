//go:build go1.21 && (linux || darwin) && !cgo_never

package main

func version() string { return "go1.21 or later" }

func init() { parts = append(parts, "version_new") }
