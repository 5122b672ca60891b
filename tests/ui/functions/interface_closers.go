// A compound closer closes its parts through an interface, and two of them are the same.
package main

type closer interface{ close() }

type pipe struct{ end chan struct{} }

func (p *pipe) close() {
	close(p.end) //~ close-of-closed
}

type all []closer

func (parts all) close() {
	for _, part := range parts {
		part.close()
	}
}

func main() {
	p := &pipe{end: make(chan struct{})}
	q := &pipe{end: make(chan struct{})}
	all{p, all{q, p}}.close()
}
