module vtrace.dev/dialgo

go 1.24
