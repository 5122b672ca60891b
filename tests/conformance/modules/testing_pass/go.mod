module example.com/testingpass

go 1.26
