//go:build special

package main

func feature() string { return "on" }
