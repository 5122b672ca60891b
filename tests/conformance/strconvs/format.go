// strconv formatting: Itoa, FormatInt in bases, Append functions, Quote and friends, FormatFloat, FormatBool.
package main

import (
	"fmt"
	"math"
	"strconv"
)

func main() {
	fmt.Println(strconv.Itoa(0), strconv.Itoa(-123), strconv.Itoa(math.MinInt64), strconv.Itoa(99), strconv.Itoa(100))
	for _, b := range []int{2, 8, 10, 16, 36} {
		fmt.Println(strconv.FormatInt(-255, b), strconv.FormatUint(math.MaxUint64, b))
	}
	fmt.Println(strconv.FormatBool(true), strconv.Quote("a\"\n\té\u2028\x00"), strconv.QuoteToASCII("日本é"), strconv.QuoteRune('☺'), strconv.QuoteRuneToASCII('☺'))
	buf := []byte("x:")
	buf = strconv.AppendInt(buf, -5, 10)
	buf = strconv.AppendBool(buf, false)
	buf = strconv.AppendQuote(buf, "q")
	buf = strconv.AppendFloat(buf, 1.25, 'f', 1, 64)
	buf = strconv.AppendUint(buf, 7, 2)
	buf = strconv.AppendQuoteRune(buf, 'r')
	fmt.Println(string(buf))
	for _, f := range []float64{0, 1, 0.1, 123456.789, 1e21, 1e-7, math.Pi, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(-1), math.NaN(), 2.5, 0.000001, 100000, 1e20, 12345678901234567890} {
		fmt.Println(strconv.FormatFloat(f, 'g', -1, 64), strconv.FormatFloat(f, 'f', 3, 64), strconv.FormatFloat(f, 'e', 5, 64), strconv.FormatFloat(f, 'G', 4, 64), strconv.FormatFloat(f, 'f', -1, 32))
	}
	fmt.Println(strconv.IsPrint('a'), strconv.IsPrint('\n'), strconv.CanBackquote("a`b"), strconv.CanBackquote("ab"), strconv.IntSize)
	sum := 0
	for i := -50; i < 1000; i += 37 {
		n, err := strconv.Atoi(strconv.Itoa(i))
		if err != nil || n != i {
			fmt.Println("round trip", i)
		}
		sum += n
	}
	fmt.Println(sum)
	func() {
		defer func() { fmt.Println(recover()) }()
		strconv.FormatInt(1, 1)
	}()
}
