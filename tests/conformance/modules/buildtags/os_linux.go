package main

func osName() string { return "linux" }

func init() { parts = append(parts, "os_linux") }
