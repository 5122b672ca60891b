module distributed

go 1.24

require vtrace.dev/dialgo v0.0.0

replace vtrace.dev/dialgo => ../../go/dialgo
