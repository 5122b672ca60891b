package instrument

import (
	"os/exec"
	"strings"
)

// selfTest adds the files of packages to the overlay in dir, whosever they are, and tells how many. Left out are what the gates themselves are
// made of, and packages in the module cache, which no overlay reaches: modules are to be vendored or copied.
func selfTest(dir, from string, patterns []string) (int, error) {
	format := "{{if not .CgoFiles}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}\n{{end}}{{end}}"
	command := exec.Command("go", append([]string{"list", "-f", format}, patterns...)...)
	command.Dir = from
	out, err := command.Output()
	if err != nil {
		return 0, err
	}
	count := 0
	err = amend(dir, func(replace map[string]string) error {
		for _, file := range strings.Fields(string(out)) {
			if err := user(replace, dir, file, true, nil); err != nil {
				return err
			}
			count++
		}
		return nil
	})
	return count, err
}
