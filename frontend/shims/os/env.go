//go:build vtrace

package os

import "syscall"

// environment is what the program has set: it is empty at first.
var environment []string

// position finds a variable, and gives len(environment) if it is not there.
func position(key string) int {
	for i, entry := range environment {
		if len(entry) > len(key) && entry[len(key)] == '=' && entry[:len(key)] == key {
			return i
		}
	}
	return len(environment)
}

func Getenv(key string) string {
	value, _ := LookupEnv(key)
	return value
}

//vtrace:atomic
func LookupEnv(key string) (string, bool) {
	i := position(key)
	if i == len(environment) {
		return "", false
	}
	return environment[i][len(key)+1:], true
}

func Setenv(key, value string) error {
	valid := len(key) > 0
	for i := 0; i < len(key); i++ {
		valid = valid && key[i] != '=' && key[i] != 0
	}
	if !valid {
		return NewSyscallError("setenv", syscall.EINVAL)
	}
	setEnvironment(key, key+"="+value)
	return nil
}

//vtrace:atomic
func setEnvironment(key, entry string) {
	changed := append([]string(nil), environment...)
	if i := position(key); i < len(changed) {
		changed[i] = entry
	} else {
		changed = append(changed, entry)
	}
	environment = changed
}

//vtrace:atomic
func Unsetenv(key string) error {
	if i := position(key); i < len(environment) {
		environment = append(environment[:i:i], environment[i+1:]...)
	}
	return nil
}

//vtrace:atomic
func Clearenv() { environment = nil }

//vtrace:atomic
func Environ() []string { return append([]string(nil), environment...) }
