package instrument

import (
	"go/ast"
	"strconv"
	"strings"
)

// A hooked file is one of the standard library into which calls of the gates are put.
type hooked struct {
	path    string
	changes []change
}

// call gates a function of package sync that vtrace executes as one operation.
func call(pkg, name string) change {
	return start(name, "vtCall("+strconv.Quote(symbol(pkg, name))+")")
}

// symbol is a function's name as Go prints it: sync.(*Mutex).Lock.
func symbol(pkg, name string) string {
	if t, m, ok := strings.Cut(name, "."); ok {
		return pkg + ".(*" + t + ")." + m
	}
	return pkg + "." + name
}

func calls(pkg string, names ...string) []change {
	var changes []change
	for _, name := range names {
		changes = append(changes, call(pkg, name))
	}
	return changes
}

// soft is calls for what the standard library uses itself, where vtrace has something simpler in its place.
func soft(pkg string, names ...string) []change {
	var changes []change
	for _, name := range names {
		changes = append(changes, start(name, "vtSoft("+strconv.Quote(symbol(pkg, name))+")"))
	}
	return changes
}

// files lists what is changed, by path below GOROOT/src.
var files = []hooked{
	{"runtime/chan.go", []change{
		start("chansend1", `vtPlain("send")`),
		start("chanrecv1", `vtPlain("receive")`),
		start("chanrecv2", `vtPlain("receive")`),
		start("closechan", `vtPlain("close")`),
		rename("selectnbsend", "vtSelectnbsend"),
		rename("selectnbrecv", "vtSelectnbrecv"),
	}},
	{"runtime/select.go", []change{
		rename("selectgo", "vtSelectgo"),
		around("selectgo", "lockorder = lockorder[:norder]", "", "; vtPollFirst(pollorder)"),
		start("block", `vtPlain("select")`),
	}},
	{"runtime/proc.go", []change{
		around("main", "last := lastmoduledatap", "vtBegin(); ", ""),
		around("main", "fn()", "", "; vtReturned()"),
		start("newproc", "vtChild := vtGo()"),
		around("newproc", "newg := newproc1(fn, gp, pc, false, waitReasonZero)", "", "; newg.vt = vtChild"),
		start("gdestroy", "gp.vt = nil"),
		start("goexit1", "vtExit()"),
		start("gopark", "vtParking(reason)"),
		start("ready", "vtUnparking(gp)"),
		start("Gosched", `vtLocal("runtime.Gosched")`),
	}},
	{"runtime/os_linux.go", []change{
		around("goenvs", "goenvs_unix()", "", "; vtEnterRoom()"),
	}},
	{"runtime/debug.go", []change{
		start("NumCPU", "if vt.active { return vtProcessors }"),
		start("GOMAXPROCS", "if vt.active { return vtSetProcessors(n) }"),
		start("NumGoroutine", `vtLocal("runtime.NumGoroutine")`),
	}},
	{"runtime/runtime2.go", []change{
		field("g", "vt *vtG"),
	}},
	{"runtime/time.go", []change{
		field("timeTimer", "vt *vtTimer"),
		start("timeSleep", "if vtSleep(ns) { return }"),
		around("newTimer", "t.modify(when, period, f, arg, 0)", "when = vtReal(when); if !vtNewTimer(t, period, f, arg) { ", " }"),
		start("stopTimer", "if pending, ok := vtStopTimer(t); ok { return pending }"),
		start("time_runtimeNow", "if ns, ok := vtClock(); ok { return vtEpoch + ns/1e9, int32(ns % 1e9), ns + 1 }"),
		start("time_runtimeNano", "if ns, ok := vtClock(); ok { return ns + 1 }"),
		start("resetTimer", "when = vtReal(when); if pending, ok := vtResetTimer(t, period); ok { return pending }"),
	}},
	{"runtime/sema.go", []change{
		start("notifyListAdd", `vtCall("sync.runtime_notifyListAdd")`),
		start("notifyListWait", `vtCall("sync.runtime_notifyListWait")`),
		start("notifyListNotifyOne", `vtCall("sync.runtime_notifyListNotifyOne")`),
		start("notifyListNotifyAll", `vtCall("sync.runtime_notifyListNotifyAll")`),
	}},
	{"runtime/map.go", []change{
		around("mapIterStart", "it.Next()", "vtMapOrder(t, m, it); ", ""),
	}},
	{"runtime/print.go", []change{
		start("printlock", "vtWrite(0)"),
	}},
	{"sync/mutex.go", calls("sync", "Mutex.Lock", "Mutex.TryLock", "Mutex.Unlock")},
	{"sync/rwmutex.go", append(
		calls("sync", "RWMutex.RLock", "RWMutex.TryRLock", "RWMutex.RUnlock", "RWMutex.Lock", "RWMutex.TryLock", "RWMutex.Unlock"),
		end("RWMutex.Lock", `vtRest("sync.(*RWMutex).Lock")`))},
	{"sync/waitgroup.go", calls("sync", "WaitGroup.Add", "WaitGroup.Done", "WaitGroup.Wait")},
	{"sync/map.go", append(
		soft("sync", "Map.Load", "Map.Store", "Map.Clear", "Map.LoadOrStore", "Map.LoadAndDelete", "Map.Delete",
			"Map.Swap", "Map.CompareAndSwap", "Map.CompareAndDelete"),
		start("Map.Range", `vtSoft("sync.(*Map).snapshot")`))},
	{"sync/pool.go", []change{
		start("Pool.Get", `vtSoft("sync.(*Pool).pop")`),
		start("Pool.Put", `vtSoft("sync.(*Pool).push")`),
		// With the race detector, it forgets one of four, at random.
		substitute("Pool.Put", "runtime_randn(4) == 0", "!vtPlanned() && runtime_randn(4) == 0"),
	}},
	{"sync/atomic/type.go", []change{atomics}},
	{"sync/atomic/value.go", calls("sync/atomic", "Value.Load", "Value.Store", "Value.Swap", "Value.CompareAndSwap")},
	{"os/file.go", []change{
		start("File.Write", "if f == Stdout || f == Stderr { vtWrite() }"),
	}},
	{"os/proc.go", []change{
		start("Exit", "vtExit()"),
	}},
	{"testing/testing.go", []change{
		start("common.destination", `vtCall("testing.(*common).destination")`),
		start("common.Fail", `vtCall("testing.(*common).fail")`),
		around("tRunner", "t.done = true", `vtCall("testing.(*T).end"); `, ""),
	}},
}

// atomics gates the methods of the atomic types under the name of the function that each of them calls.
func atomics(s *source) error {
	for _, decl := range s.file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Recv == nil || f.Body == nil {
			continue
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if n, ok := n.(*ast.CallExpr); ok {
				if id, ok := n.Fun.(*ast.Ident); ok && ast.IsExported(id.Name) {
					s.insert(f.Body.Lbrace+1, " vtCall("+strconv.Quote("sync/atomic."+id.Name)+");")
					return false
				}
			}
			return true
		})
	}
	return nil
}
