// An uncaught panic with a float prints it as println would.
package main

func main() {
	panic(2.5)
}
