module example.com/internalpkg

go 1.26
