package main

import (
	"fmt"
	"io"
)

// One thing that is looked at, many times: how often it held, and the first time it did not.
type check struct {
	name    string
	passed  int
	failed  int
	leftOut int
	first   string
	why     map[string]int
	reasons []string
}

// Every check by its name, in the order in which one stands on another. A name that is not in the list is a mistake of ours.
var names = []string{
	"broker keys", "kept keys",
	"receipt form", "receipt hash", "receipt signature", "receipt broker", "receipt chain",
	"checkpoint signature", "log entries", "log root", "log tiles", "seen checkpoint",
	"witness signatures", "witness quorum", "witnessed tree",
	"fact entries", "fact documents", "fact order", "rules fact", "rules sources", "terms fact",
	"proof checkpoint", "receipt proof",
	"receipt price", "receipt rate", "receipt margin", "receipt fee", "receipt profit", "receipt parts", "receipt funding", "receipt balance",
	"statement sums",
	"solvency document", "solvency fact", "solvency sums", "solvency parts", "solvency path",
	"execution document", "execution fact", "execution figures", "execution symmetry", "execution own orders",
}

type report struct {
	signatures []signed
	checks     []*check
	notes      []string
}

func newReport() *report {
	made := &report{}
	for _, name := range names {
		made.checks = append(made.checks, &check{name: name, why: map[string]int{}})
	}
	return made
}

func (r *report) of(name string) *check {
	for _, one := range r.checks {
		if one.name == name {
			return one
		}
	}
	panic("no check " + name)
}

// Says whether something holds; what is wrong is worded only where it does not.
func (r *report) hold(name string, holds bool, format string, args ...interface{}) bool {
	one := r.of(name)
	if holds {
		one.passed++
		return true
	}
	one.failed++
	if one.failed == 1 {
		one.first = fmt.Sprintf(format, args...)
	}
	return false
}

func (r *report) fail(name, format string, args ...interface{}) {
	r.hold(name, false, format, args...)
}

// What could not be looked at has not passed.
func (r *report) leave(name, why string) {
	one := r.of(name)
	one.leftOut++
	if one.why[why] == 0 {
		one.reasons = append(one.reasons, why)
	}
	one.why[why]++
}

func (r *report) note(format string, args ...interface{}) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// The table, what was left out, and the failures; the first one last. Whether everything passed.
func (r *report) print(out io.Writer) bool {
	fmt.Fprintf(out, "%-22s %8s %8s %8s\n", "check", "passed", "failed", "left out")
	passed, failed, leftOut := 0, 0, 0
	for _, one := range r.checks {
		fmt.Fprintf(out, "%-22s %8d %8d %8d\n", one.name, one.passed, one.failed, one.leftOut)
		passed, failed, leftOut = passed+one.passed, failed+one.failed, leftOut+one.leftOut
	}
	fmt.Fprintln(out)
	for _, note := range r.notes {
		fmt.Fprintln(out, note)
	}
	for _, one := range r.checks {
		for _, why := range one.reasons {
			fmt.Fprintf(out, "left out: %s, %d: %s\n", one.name, one.why[why], why)
		}
	}
	first := ""
	for _, one := range r.checks {
		if one.failed == 0 {
			continue
		}
		fmt.Fprintf(out, "FAILED %s: %s\n", one.name, one.first)
		if first == "" {
			first = one.name
		}
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d left out\n", passed, failed, leftOut)
	if first != "" {
		fmt.Fprintf(out, "first failure: %s\n", first)
	}
	return failed == 0
}
