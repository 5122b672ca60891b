package calc

import (
	"errors"
	"fmt"
	"testing"
)

func TestTable(t *testing.T) {
	for _, c := range []struct {
		name    string
		a, b, w int
		err     error
	}{{"plain", 6, 3, 2, nil}, {"negative", -7, 2, -3, nil}, {"zero divisor", 1, 0, 0, ErrDivide}} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Div(c.a, c.b)
			if !errors.Is(err, c.err) || got != c.w {
				t.Fatalf("Div(%d, %d) = %d, %v", c.a, c.b, got, err)
			}
			t.Log(t.Name(), got)
		})
	}
}

func TestSkip(t *testing.T) {
	t.Run("skipped", func(t *testing.T) {
		t.Skip("not today")
		t.Error("never")
	})
	t.Run("skipf", func(t *testing.T) { t.Skipf("because %d", 1) })
	t.Run("ran", func(t *testing.T) {
		if t.Skipped() || t.Failed() {
			t.Fatal("fresh test is neither skipped nor failed")
		}
	})
}

func TestCleanup(t *testing.T) {
	var order []int
	t.Run("sub", func(t *testing.T) {
		t.Cleanup(func() { order = append(order, 1) })
		t.Cleanup(func() { order = append(order, 2) })
		defer func() { order = append(order, 3) }()
	})
	if fmt.Sprint(order) != "[3 2 1]" {
		t.Error(order)
	}
}

func helper(t *testing.T, ok bool) {
	t.Helper()
	if !ok {
		t.Error("not ok")
	}
}

func TestHelperAndNesting(t *testing.T) {
	helper(t, true)
	ok := t.Run("outer", func(t *testing.T) {
		t.Run("inner", func(t *testing.T) { helper(t, true) })
		t.Run("inner", func(t *testing.T) { t.Log("a second one gets a number") })
		t.Run("with space/slash", func(t *testing.T) {})
	})
	if !ok {
		t.Fatal("Run should be true")
	}
}

func TestContext(t *testing.T) {
	ctx := t.Context()
	if ctx.Err() != nil {
		t.Fatal("cancelled too early")
	}
	t.Cleanup(func() {
		if ctx.Err() == nil {
			t.Error("context should be cancelled before cleanups")
		}
	})
}

func ExampleDiv() {
	fmt.Println(Div(9, 3))
	fmt.Println(Div(1, 0))
	// Output:
	// 3 <nil>
	// 0 divide by zero
}
