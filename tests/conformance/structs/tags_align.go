// Nested anonymous and embedded structs printed, compared and copied; pointers to embedded fields; method on nested.
package main

import "fmt"

type Base struct {
	ID   int
	Meta struct {
		Created string
		Tags    [2]string
	}
}

func (b *Base) Touch(s string) { b.Meta.Created = s; b.Meta.Tags[0] = s }
func (b Base) Key() string     { return fmt.Sprint(b.ID, "/", b.Meta.Created) }

type Mixin struct{ hooks []func() string }

func (m *Mixin) On(f func() string) { m.hooks = append(m.hooks, f) }
func (m Mixin) Fire() (out []string) {
	for _, h := range m.hooks {
		out = append(out, h())
	}
	return
}

type User struct {
	Base
	*Mixin
	Name string
}
type Admin struct {
	User
	Perms map[string]bool
}

func main() {
	a := Admin{User{Base{ID: 1}, &Mixin{}, "ann"}, map[string]bool{"w": true}}
	a.Touch("now")
	a.On(func() string { return a.Name })
	a.On(a.Key)
	a.On(func() string { return a.Key() })
	b := a
	b.Name = "bob"
	b.ID = 2
	b.Touch("later")
	b.On(func() string { return b.Name })
	fmt.Println(a.Fire(), len(b.Fire()), a.Key(), b.Key())
	fmt.Printf("%v %+v\n", a.Base, b.User.Base)
	pm := &a.Meta
	pm.Tags[1] = "via pointer"
	pt := &pm.Tags
	pt[0] = "deep"
	fmt.Println(a.Meta.Tags, b.Meta.Tags, a.Base == b.Base)
	c := a.Base
	fmt.Println(c == a.Base, &c == &a.Base, c.Meta == a.Meta)
	c.Meta.Tags = [2]string{}
	fmt.Println(c == a.Base, a.User.Base.Meta.Tags)
	touch := a.Touch
	a = Admin{User: User{Mixin: &Mixin{}}}
	touch("after reset")
	fmt.Println(a.Meta.Created, a.Name == "", a.Perms == nil)
	users := map[string]*User{"x": {Name: "x"}}
	users["x"].Touch("map")
	fmt.Println(users["x"].Key(), users["x"].Mixin == nil)
	list := []User{{Name: "l"}}
	list[0].Touch("slice")
	for _, u := range list {
		u.Touch("copy")
	}
	fmt.Println(list[0].Key())
	type key struct {
		Base
		n int
	}
	set := map[key]int{{Base{ID: 1}, 1}: 10}
	set[key{Base{ID: 1}, 1}]++
	fmt.Println(set[key{Base{ID: 1}, 1}], len(set))
}
