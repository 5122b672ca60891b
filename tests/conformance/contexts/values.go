// context.WithValue: lookup through parents, shadowing, key types, misuse panics, String forms.
package main

import (
	"context"
	"fmt"
)

type key int
type skey struct{}
type strKey string

func (k strKey) String() string { return "strKey:" + string(k) }

func main() {
	ctx := context.WithValue(context.Background(), key(1), "one")
	ctx = context.WithValue(ctx, key(2), 2)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	child := context.WithValue(ctx, key(1), "shadow")
	child = context.WithValue(child, skey{}, []int{1})
	fmt.Println(child.Value(key(1)), ctx.Value(key(1)), child.Value(key(2)), child.Value(1), child.Value(skey{}))
	fmt.Println(ctx.Value(skey{}), child.Value("key"))
	fmt.Println(context.WithValue(context.Background(), strKey("k"), strKey("v")))
	fmt.Println(context.WithValue(context.TODO(), key(1), nil))
	for _, bad := range []any{nil, []int{}} {
		func() {
			defer func() { fmt.Println(recover()) }()
			context.WithValue(ctx, bad, 1)
		}()
	}
	w := context.WithoutCancel(child)
	cancel()
	fmt.Println(w.Value(key(1)), w.Err(), child.Err())
}
