// A tokenizer, recursive-descent parser and evaluator for arithmetic expressions with errors.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"unicode"
)

type kind int

const (
	num kind = iota
	ident
	op
	lparen
	rparen
	eof
)

func (k kind) String() string { return [...]string{"num", "ident", "op", "(", ")", "eof"}[k] }

type token struct {
	kind kind
	text string
	pos  int
}
type syntaxError struct {
	pos int
	msg string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("%d: %s", e.pos, e.msg) }

var errDiv = errors.New("division by zero")

func lex(s string) (toks []token, err error) {
	for i := 0; i < len(s); {
		c := rune(s[i])
		start := i
		switch {
		case unicode.IsSpace(c):
			i++
			continue
		case unicode.IsDigit(c) || c == '.':
			for i < len(s) && (unicode.IsDigit(rune(s[i])) || s[i] == '.') {
				i++
			}
			toks = append(toks, token{num, s[start:i], start})
		case unicode.IsLetter(c):
			for i < len(s) && unicode.IsLetter(rune(s[i])) {
				i++
			}
			toks = append(toks, token{ident, s[start:i], start})
		case c == '(':
			i++
			toks = append(toks, token{lparen, "(", start})
		case c == ')':
			i++
			toks = append(toks, token{rparen, ")", start})
		case c == '+', c == '-', c == '*', c == '/', c == '^':
			i++
			toks = append(toks, token{op, string(c), start})
		default:
			return nil, &syntaxError{i, fmt.Sprintf("unexpected %q", c)}
		}
	}
	return append(toks, token{eof, "", len(s)}), nil
}

type node interface {
	eval(env map[string]float64) (float64, error)
	fmt.Stringer
}
type lit float64
type ref string
type bin struct {
	op   byte
	l, r node
}
type neg struct{ x node }

func (l lit) eval(map[string]float64) (float64, error) { return float64(l), nil }
func (r ref) eval(env map[string]float64) (float64, error) {
	if v, ok := env[string(r)]; ok {
		return v, nil
	}
	return 0, fmt.Errorf("undefined %q", string(r))
}
func (n neg) eval(env map[string]float64) (float64, error) {
	v, err := n.x.eval(env)
	return -v, err
}
func (b bin) eval(env map[string]float64) (float64, error) {
	l, err := b.l.eval(env)
	if err != nil {
		return 0, err
	}
	r, err := b.r.eval(env)
	if err != nil {
		return 0, err
	}
	switch b.op {
	case '+':
		return l + r, nil
	case '-':
		return l - r, nil
	case '*':
		return l * r, nil
	case '/':
		if r == 0 {
			return 0, fmt.Errorf("eval %v: %w", b, errDiv)
		}
		return l / r, nil
	case '^':
		p := 1.0
		for range int(r) {
			p *= l
		}
		return p, nil
	}
	panic("unreachable")
}
func (l lit) String() string { return strconv.FormatFloat(float64(l), 'g', -1, 64) }
func (r ref) String() string { return string(r) }
func (n neg) String() string { return fmt.Sprintf("(-%v)", n.x) }
func (b bin) String() string { return fmt.Sprintf("(%v %c %v)", b.l, b.op, b.r) }

type parser struct {
	toks []token
	i    int
}

func (p *parser) peek() token { return p.toks[p.i] }
func (p *parser) next() token { t := p.toks[p.i]; p.i++; return t }
func (p *parser) fail(t token, f string, a ...any) {
	panic(&syntaxError{t.pos, fmt.Sprintf(f, a...)})
}

var prec = map[string]int{"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}

func (p *parser) expr(min int) node {
	l := p.unary()
	for {
		t := p.peek()
		q := prec[t.text]
		if t.kind != op || q < min {
			return l
		}
		p.next()
		if t.text == "^" {
			q--
		}
		l = bin{t.text[0], l, p.expr(q + 1)}
	}
}
func (p *parser) unary() node {
	switch t := p.next(); {
	case t.kind == op && t.text == "-":
		return neg{p.expr(3)}
	case t.kind == num:
		f, err := strconv.ParseFloat(t.text, 64)
		if err != nil {
			p.fail(t, "bad number %s", t.text)
		}
		return lit(f)
	case t.kind == ident:
		return ref(t.text)
	case t.kind == lparen:
		e := p.expr(1)
		if c := p.next(); c.kind != rparen {
			p.fail(c, "want ), got %v", c.kind)
		}
		return e
	default:
		p.fail(t, "unexpected %v", t.kind)
	}
	return nil
}

func parse(s string) (n node, err error) {
	toks, err := lex(s)
	if err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil {
			se, ok := r.(*syntaxError)
			if !ok {
				panic(r)
			}
			err = se
		}
	}()
	p := &parser{toks: toks}
	n = p.expr(1)
	if t := p.peek(); t.kind != eof {
		p.fail(t, "trailing %v %q", t.kind, t.text)
	}
	return n, nil
}

func main() {
	env := map[string]float64{"x": 3, "pi": 3.25}
	for _, s := range []string{"1+2*3", "(1+2)*3", "2^3^2", "-x^2", "10/4-1", "x*pi", "1/(x-3)", "y+1", "1+", "(1", "1)", "$", "1.2.3", "--2", "8/2/2"} {
		n, err := parse(s)
		if err != nil {
			var se *syntaxError
			fmt.Println(s, "=> error", err, errors.As(err, &se))
			continue
		}
		v, err := n.eval(env)
		fmt.Println(s, "=>", n, v, err, errors.Is(err, errDiv))
	}
}
