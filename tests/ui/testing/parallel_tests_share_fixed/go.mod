module example.com/share

go 1.24
