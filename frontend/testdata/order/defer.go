// Calls that are deferred in a loop over a function run when the function around the loop returns.
package main

var saved []int

func save(x int) { saved = append(saved, x) }

func three(yield func(int) bool) {
	for i := 1; i <= 3; i++ {
		if !yield(i) {
			return
		}
	}
}

func f() {
	for i := range three {
		defer save(i)
		defer func() { save(i * 10) }()
	}
	println("f", len(saved))
}

func named() (n int) {
	for i := range three {
		defer func() { n += i }()
	}
	return 100
}

func early() (n int) {
	for i := range three {
		defer func() { n += i }()
		if i == 2 {
			return 1000
		}
	}
	return 100
}

func nested() (n int) {
	for i := range three {
		for j := range three {
			defer func() { n = n*2 + i*j }()
		}
	}
	return 1
}

func main() {
	f()
	for _, x := range saved {
		println(x)
	}
	println(named(), early(), nested())
}
