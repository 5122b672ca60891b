module vtrace.dev/examples/objects

go 1.25
