//go:build two

package main

const tagged = 2
