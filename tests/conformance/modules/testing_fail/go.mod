module example.com/testingfail

go 1.26
