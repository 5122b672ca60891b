// time.Duration: printing, arithmetic, rounding, truncation, units, parsing.
package main

import (
	"fmt"
	"time"
)

func main() {
	for _, d := range []time.Duration{0, 1, 999, 1000, 1500, 1e6, 1.5e6, 1e9, 61e9, 3600e9, 90061e9, -1500e6, 1<<63 - 1, -1 << 63} {
		fmt.Println(d, d.Seconds(), d.Milliseconds(), d.Microseconds(), d.Round(time.Second), d.Truncate(time.Minute))
	}
	d := 2*time.Hour + 30*time.Minute + 15*time.Second + 250*time.Millisecond
	fmt.Println(d, d.Hours(), d.Minutes(), d.Round(time.Hour), d.Truncate(time.Hour), d/4, d%time.Minute, d.Abs(), -d, (-d).Abs())
	fmt.Printf("%v %d %s %T %q %5.1f %x\n", d, d, d, d, d, d.Hours(), time.Duration(255))
	n := 3
	fmt.Println(time.Duration(n)*time.Second, time.Duration(1.5*float64(time.Second)), time.Second/time.Millisecond)
	for _, s := range []string{"1h15m30.918s", "-1.5h", "100ms", "1us", "", "5", "3x", "1h-2m", ".5s"} {
		p, err := time.ParseDuration(s)
		fmt.Println(p, err)
	}
	fmt.Println(time.March, time.Saturday, time.Month(13), time.Weekday(9))
	var z time.Time
	fmt.Println(z.IsZero(), z.Equal(time.Time{}), z.Year(), z.Unix())
	u := time.Unix(1700000000, 5).UTC()
	fmt.Println(u.Year(), u.Month(), u.Day(), u.Hour(), u.Minute(), u.Second(), u.Nanosecond(), u.Weekday(), u.YearDay())
	v := u.Add(36 * time.Hour)
	fmt.Println(v.Sub(u), v.After(u), u.Before(v), v.Day(), u.Compare(v))
	fmt.Println(time.Date(2024, 2, 30, 25, 61, 0, 0, time.UTC).Unix(), time.UnixMilli(1500).UTC().Second())
}
