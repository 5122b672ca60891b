module example.com/parallelsubtests

go 1.22
