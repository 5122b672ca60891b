package main

func osName() string { return "windows" }
