// After a rendezvous both sides run on: one changes the variable while the other looks at it.
package main

var level int

func guard(start chan int) {
	<-start
	if level == 0 {
		panic("level is zero") //~ panic
	}
}

func main() {
	level = 1
	start := make(chan int)
	go guard(start)
	start <- 0
	level++ //~ race
	if level == 2 {
		level = 0 //~ race
	}
}
