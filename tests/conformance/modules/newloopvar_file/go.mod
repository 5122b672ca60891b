module example.com/newloopvar

go 1.20
