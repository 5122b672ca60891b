package main

func old() (fs []func() int) {
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { return i + 100 })
	}
	return
}
