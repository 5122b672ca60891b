module vtrace.dev/protocoltest

go 1.24
