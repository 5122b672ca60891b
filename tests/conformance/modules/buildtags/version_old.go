//go:build !go1.21

package main

func version() string { return "old" }
