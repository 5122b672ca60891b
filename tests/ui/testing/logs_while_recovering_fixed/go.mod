module example.com/recovering

go 1.26
