module reached

go 1.26
