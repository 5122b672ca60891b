// Chandy and Lamport's snapshot: what two banks have, and what is on its way between them, as if seen at one moment.
package main

import "vtrace.dev/dialgo"

const nodes = 2

// A message is money on its way, or a marker, or the last word.
type message struct {
	marker, last bool
	amount       int
}

var links = dialgo.NewLinks[message](nodes, 4, dialgo.Complete)

func main() { dialgo.Run(nodes, bank) }

func bank(id int) {
	balance, recorded, underway := 10, -1, 0
	other := 1 - id
	transfers, said, heard, open := 2, false, false, true
	for !said || !heard {
		switch {
		case transfers > 0 && dialgo.RandomBool():
			transfers--
			amount := transfers + 1
			balance -= amount
			links.Send(id, other, message{amount: amount})
			continue
		case id == 0 && recorded < 0:
			recorded = balance
			links.Send(id, other, message{marker: true})
			continue
		case recorded >= 0 && !said:
			transfers, said = 0, true
			links.Send(id, other, message{last: true})
			continue
		}
		m := links.Receive(id, other)
		switch {
		case m.last:
			heard = true
		case m.marker:
			open = false
			if recorded < 0 {
				recorded = balance
				links.Send(id, other, message{marker: true})
			}
		default:
			balance += m.amount
			if recorded >= 0 && open {
				underway += m.amount // it was on its way when this bank was seen
			}
		}
	}
	_ = underway
}
