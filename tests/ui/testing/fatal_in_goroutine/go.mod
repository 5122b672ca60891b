module example.com/fatal

go 1.24
