// Which operations block: every form on nil, empty, full and closed channels, alone and in select.
package main

import (
	"fmt"
	"time"
)

func blocks(name string, f func()) {
	done := make(chan string, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Sprint("panics: ", r)
			}
		}()
		f()
		done <- "proceeds"
	}()
	select {
	case s := <-done:
		fmt.Println(name, s)
	case <-time.After(3 * time.Millisecond):
		fmt.Println(name, "blocks")
	}
}

func main() {
	var nilc chan int
	closed := make(chan int)
	close(closed)
	un := func() chan int { return make(chan int) }
	buf := func(n int) chan int {
		c := make(chan int, 2)
		for range n {
			c <- 7
		}
		return c
	}
	blocks("recv nil", func() { <-nilc })
	blocks("send nil", func() { nilc <- 1 })
	blocks("recv closed", func() { <-closed })
	blocks("send closed", func() { closed <- 1 })
	blocks("recv unbuffered", func() { <-un() })
	blocks("send unbuffered", func() { un() <- 1 })
	blocks("recv empty", func() { <-buf(0) })
	blocks("send empty", func() { buf(0) <- 1 })
	blocks("recv full", func() { <-buf(2) })
	blocks("send full", func() { buf(2) <- 1 })
	blocks("select {}", func() { select {} })
	blocks("select nil both", func() {
		select {
		case <-nilc:
		case nilc <- 1:
		}
	})
	blocks("select default nil", func() {
		select {
		case <-nilc:
		default:
		}
	})
	blocks("select closed recv", func() {
		select {
		case <-closed:
		case <-nilc:
		}
	})
	blocks("select closed send", func() {
		select {
		case closed <- 1:
		case <-nilc:
		}
	})
	blocks("select full send", func() {
		select {
		case buf(2) <- 1:
		case <-un():
		}
	})
	blocks("select full or recv", func() {
		c := buf(2)
		select {
		case c <- 1:
		case <-c:
		}
	})
	blocks("close nil", func() { close(nilc) })
	blocks("close twice", func() { close(closed) })
	blocks("range nil", func() {
		for range nilc {
		}
	})
	blocks("range closed", func() {
		for range closed {
		}
	})
	blocks("len nil", func() { fmt.Print(len(nilc), cap(nilc), " ") })
}
