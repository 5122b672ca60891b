package main

func main() { nonsense }
