package main

func osName() string { return "plan9" }
