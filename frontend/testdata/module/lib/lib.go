package lib

func Double[T int | string](x T) T { return x + x }
