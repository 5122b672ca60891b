// A small business program: typed errors, embedded structs, interfaces, sorting, tables, totals.
package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

type Money int64

func (m Money) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	return fmt.Sprintf("%s$%d.%02d", sign, int64(m)/100, int64(m)%100)
}

type Item struct {
	SKU   string
	Price Money
	Qty   int
}
type Perishable struct {
	Item
	Days int
}
type Priced interface{ Total() Money }

func (i Item) Total() Money { return i.Price * Money(i.Qty) }
func (p Perishable) Total() Money {
	t := p.Item.Total()
	if p.Days < 3 {
		return t / 2
	}
	return t
}

type StockError struct {
	SKU        string
	Have, Want int
}

func (e *StockError) Error() string {
	return fmt.Sprintf("%s: have %d, want %d", e.SKU, e.Have, e.Want)
}

var ErrUnknown = errors.New("unknown item")

type Store struct {
	items map[string]*Item
	log   []string
}

func (s *Store) Take(sku string, n int) (err error) {
	defer func() {
		status := "ok"
		if err != nil {
			status = err.Error()
		}
		s.log = append(s.log, fmt.Sprintf("take %s x%d: %s", sku, n, status))
	}()
	it, ok := s.items[sku]
	if !ok {
		return fmt.Errorf("take %q: %w", sku, ErrUnknown)
	}
	if it.Qty < n {
		return &StockError{sku, it.Qty, n}
	}
	it.Qty -= n
	return nil
}

func (s *Store) Order(lines map[string]int) error {
	var errs []error
	skus := make([]string, 0, len(lines))
	for k := range lines {
		skus = append(skus, k)
	}
	sort.Strings(skus)
	for _, k := range skus {
		if err := s.Take(k, lines[k]); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func main() {
	s := &Store{items: map[string]*Item{"bolt": {"bolt", 25, 100}, "gear": {"gear", 1999, 3}}}
	err := s.Order(map[string]int{"bolt": 40, "gear": 5, "cog": 1})
	fmt.Println(err)
	var se *StockError
	fmt.Println(errors.As(err, &se), se.Have, errors.Is(err, ErrUnknown))
	fmt.Println(strings.Join(s.log, "; "))
	goods := []Priced{*s.items["bolt"], Perishable{Item{"milk", 120, 10}, 2}, Perishable{Item{"rice", 300, 1}, 90}, s.items["gear"]}
	sort.Slice(goods, func(i, j int) bool { return goods[i].Total() > goods[j].Total() })
	var sum Money
	for _, g := range goods {
		fmt.Printf("%-22s%10s %v\n", fmt.Sprintf("%T", g), g.Total(), g)
		sum += g.Total()
	}
	fmt.Println(sum, Money(-5), Money(-1234), []Money{1, 100})
}
