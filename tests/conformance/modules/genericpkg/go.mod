module example.com/genericpkg

go 1.26
