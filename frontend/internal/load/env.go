package load

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
)

// goEnv is what the go command says about itself.
type goEnv struct {
	GOVERSION  string
	GOARCH     string
	GOROOT     string
	GOMODCACHE string
	GOWORK     string
	GOMOD      string
}

func readEnv(dir string) (env goEnv, err error) {
	cmd := exec.Command("go", "env", "-json", "GOVERSION", "GOARCH", "GOROOT", "GOMODCACHE", "GOWORK", "GOMOD")
	cmd.Dir = dir
	cmd.Env = environment()
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return env, fmt.Errorf("the go command was not found: install Go, or add it to PATH")
	} else if err != nil {
		return env, fmt.Errorf("go env: %w", err)
	}
	return env, json.Unmarshal(out, &env)
}
