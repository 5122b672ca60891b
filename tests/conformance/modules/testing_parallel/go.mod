module example.com/testingparallel

go 1.26
