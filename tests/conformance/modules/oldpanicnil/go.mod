module example.com/oldpanicnil

go 1.20
