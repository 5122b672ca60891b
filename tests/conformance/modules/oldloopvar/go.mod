module example.com/oldloopvar

go 1.20
