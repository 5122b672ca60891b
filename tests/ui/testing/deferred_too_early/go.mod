module example.com/deferred

go 1.24
