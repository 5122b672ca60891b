package main

import "example.com/module/lib"

func main() { println(lib.Double(tagged)) }
