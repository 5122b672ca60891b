module example.com/testingpanic

go 1.26
