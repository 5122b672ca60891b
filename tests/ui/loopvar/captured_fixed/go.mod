module example.com/captured

go 1.22
