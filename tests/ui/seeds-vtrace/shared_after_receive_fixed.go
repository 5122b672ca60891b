// The guard looks before the rendezvous, main changes the variable after it.
package main

var level int

func guard(looked chan int) {
	if level == 0 {
		panic("level is zero")
	}
	<-looked
}

func main() {
	level = 1
	looked := make(chan int)
	go guard(looked)
	looked <- 0
	level++
	if level == 2 {
		level = 0
	}
}
