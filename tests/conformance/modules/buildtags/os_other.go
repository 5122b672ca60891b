//go:build !linux && !windows

package main

func osName() string { return "other" }
