package dialgo

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func TestATokenGoesRoundARing(t *testing.T) {
	links := NewLinks[int](3, Asynchronous, Ring)
	Run(3, func(id int) {
		if id == 0 {
			links.Send(0, 1, 1)
			if got := links.Receive(0, 2); got != 3 {
				t.Errorf("the token is %d, not 3", got)
			}
			return
		}
		links.Send(id, (id+1)%3, links.Receive(id, id-1)+1)
	})
}

func TestABroadcastReachesAllNeighbours(t *testing.T) {
	links := NewLinks[string](4, Synchronous, Star)
	Run(4, func(id int) {
		if id == 0 {
			links.Broadcast(0, "hello")
			heard := map[int]string{}
			for range 3 {
				from, message := links.ReceiveAny(0)
				heard[from] = message
			}
			if fmt.Sprint(heard) != "map[1:1 2:2 3:3]" {
				t.Error(heard)
			}
			return
		}
		if got := links.Receive(id, 0); got != "hello" {
			t.Error(got)
		}
		links.Send(id, 0, fmt.Sprint(id))
	})
}

func TestNobodyWaitsForEver(t *testing.T) {
	links := NewLinks[int](2, Asynchronous, Complete)
	if _, ok := links.TryReceive(0, 1); ok {
		t.Error("a message from nowhere")
	}
	if _, ok := links.ReceiveTimeout(0, 1, time.Millisecond); ok {
		t.Error("a message from nowhere")
	}
	if _, _, ok := links.ReceiveAnyTimeout(0, time.Millisecond); ok {
		t.Error("a message from nowhere")
	}
	if !links.TrySend(0, 1, 1) || links.TrySend(0, 1, 2) {
		t.Error("there is room for one message")
	}
}

func TestMessagesMayOvertake(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		links := NewUnordered[int](2, 2, Complete)
		links.Send(0, 1, 1)
		links.Send(0, 1, 2)
		seen[fmt.Sprint(links.Receive(1, 0), links.Receive(1, 0))] = true
	}
	if !seen["1 2"] || !seen["2 1"] {
		t.Error(seen)
	}
}

func TestTopologies(t *testing.T) {
	of := func(topology Topology) (list []string) {
		for from := range 3 {
			for to := range 3 {
				if topology(3, from, to) {
					list = append(list, fmt.Sprintf("%d%d", from, to))
				}
			}
		}
		return list
	}
	for name, test := range map[string]struct {
		topology Topology
		want     []string
	}{
		"complete": {Complete, []string{"01", "02", "10", "12", "20", "21"}},
		"ring":     {Ring, []string{"01", "12", "20"}},
		"star":     {Star, []string{"01", "02", "10", "20"}},
		"graph":    {Graph([2]int{2, 0}), []string{"20"}},
	} {
		if got := of(test.topology); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestRandomNumbersAreWithinTheirBounds(t *testing.T) {
	for range 100 {
		if n := RandomInt(2, 4); n < 2 || n > 4 {
			t.Fatal(n)
		}
	}
}
