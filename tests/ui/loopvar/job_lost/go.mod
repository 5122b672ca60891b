module example.com/joblost

go 1.21
