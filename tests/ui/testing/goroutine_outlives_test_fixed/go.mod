module example.com/outlives

go 1.24
