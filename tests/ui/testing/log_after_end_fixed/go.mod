module example.com/logafterend

go 1.24
