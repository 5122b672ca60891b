// An uncaught panic(nil) is a PanicNilError.
package main

func main() {
	panic(nil)
}
