package main

import "example.com/initorder/log"

var other = log.Add("main.other", 5)

func init() { log.Add("main.init in other.go", other) }
