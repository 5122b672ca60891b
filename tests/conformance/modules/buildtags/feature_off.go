//go:build !special

package main

func feature() string { return "off" }

func init() { parts = append(parts, "feature_off") }
