// Embedding: promoted fields and methods, shadowing by depth, pointers, interfaces inside structs.
package main

import "fmt"

type Animal struct {
	Name string
	legs int
}

func (a Animal) Describe() string { return fmt.Sprintf("%s/%d", a.Name, a.legs) }
func (a *Animal) Rename(n string) { a.Name = n }

type Tagged struct{ Tag string }

func (t *Tagged) SetTag(s string)  { t.Tag = s }
func (t Tagged) Describe2() string { return "tag:" + t.Tag }

type Dog struct {
	Animal
	*Tagged
	Name string
}

type Puppy struct {
	Dog
	age int
}

func (p Puppy) Describe() string { return "puppy " + p.Dog.Describe() }

type Describer interface{ Describe() string }
type Box struct {
	Describer
	fmt.Stringer
}

type L struct{ X, Y int }
type M struct{ X, Z int }
type LM struct {
	L
	M
	Y string
}

func main() {
	d := Dog{Animal{"generic", 4}, &Tagged{"t"}, "rex"}
	d.Rename("base")
	d.SetTag("new")
	d.legs--
	fmt.Println(d.Name, d.Animal.Name, d.Tag, d.Describe(), d.Describe2(), d.legs)
	e := d
	e.SetTag("shared")
	e.Rename("copy")
	fmt.Println(d.Tag, d.Animal.Name, e.Animal.Name)
	p := &Puppy{d, 1}
	p.Rename("pup")
	p.Name = "outer"
	fmt.Println(p.Describe(), p.Dog.Name, p.Animal.Name, d.Animal.Name, p.Tagged == d.Tagged)
	var ds []Describer = []Describer{d, p, *p, &d, Box{Describer: p}, &Box{Describer: d}}
	for _, x := range ds {
		fmt.Printf("%T %s\n", x, x.Describe())
	}
	lm := LM{L{1, 2}, M{3, 4}, "y"}
	fmt.Println(lm.L.X, lm.M.X, lm.Y, lm.L.Y, lm.Z)
	fmt.Printf("%v %+v\n", lm, lm)
	defer func() {
		fmt.Println(recover())
		var nd Dog
		defer func() { fmt.Println(recover()) }()
		fmt.Println(nd.Tag)
	}()
	var b Box
	b.Describe()
}
