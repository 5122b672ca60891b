// Every part is closed once.
package main

type closer interface{ close() }

type pipe struct{ end chan struct{} }

func (p *pipe) close() {
	close(p.end)
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
	all{p, all{q}}.close()
}
