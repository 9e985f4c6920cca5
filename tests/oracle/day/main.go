// Checks what a company says of a day, from what it serves to everybody and from what its traders saved: receipts, the public log with
// its witnesses and facts, what is owed, how orders fared. It shares nothing with the program that it checks: written from the decisions
// in docs/decisions (012, 079 to 085, 090), with Go's own library and the code of Go's checksum database for trees and notes.
//
// Prints a table; ends with 0 when everything that could be checked holds, 1 when something does not, 2 when it was not asked as it should be.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

type list []string

func (l *list) String() string { return strings.Join(*l, ",") }
func (l *list) Set(value string) error {
	*l = append(*l, value)
	return nil
}

const usage = `check-day -url https://HOST -company ID -day YYYY-MM-DD [-receipts FILE]... [-solvency FILE]... [options]
  -url       the company's host
  -company   its id, as broker.json names its log
  -day       a day of UTC that is over
  -receipts  a file of receipts or a signed statement, as the site saves it; may be repeated
  -solvency  a file of what is owed to an account, as the site saves it; may be repeated
  -seen      a checkpoint that was kept from before; may be repeated
  -kept      a broker.json that was kept from before
  -rules     a folder with the sources that the company says it works by
`

func main() {
	var receipts, counted, seen list
	origin := flag.String("url", "", "")
	company := flag.String("company", "", "")
	day := flag.String("day", "", "")
	kept := flag.String("kept", "", "")
	sources := flag.String("rules", "", "")
	flag.Var(&receipts, "receipts", "")
	flag.Var(&counted, "solvency", "")
	flag.Var(&seen, "seen", "")
	flag.Usage = func() { fmt.Fprint(os.Stderr, usage) }
	flag.Parse()
	_, until, err := dayBounds(*day)
	if *origin == "" || *company == "" || err != nil || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	r := newReport()
	r.checkAll(openSite(*origin), asked{*company, *day, *kept, *sources, until, receipts, counted, seen})
	if !r.print(os.Stdout) {
		os.Exit(1)
	}
}

type asked struct {
	company, day, kept, sources string
	until                       int64
	receipts, counted, seen     []string
}

// What stands on keys or on a log that are not there is not looked at: that nothing of it has passed, the table says.
func (r *report) checkAll(s *site, a asked) {
	t := r.readTrust(s, a.company, a.kept)
	if t == nil {
		return
	}
	all := r.readReceipts(a.receipts)
	r.judgeSignatures(t)
	r.judgeChain(all)
	all = distinct(all)
	r.judgeStatements(all)
	// Before the newest checkpoint, which is then never the smaller one.
	tree, isWitnessed := r.readWitnessed(s, t)
	l := r.readLog(s, t)
	if l == nil {
		return
	}
	r.compareSeen(t, l, a.seen)
	witnessed := int64(0)
	if isWitnessed {
		err := l.holds(tree)
		if r.hold("witnessed tree", err == nil, "what the witnesses signed: %v", err) {
			witnessed = tree.N
		}
	}
	r.note("log: %s, %d entries, %d of them under enough witnesses", t.origin, l.tree.N, witnessed)
	r.judgeProofs(t, l, witnessed, all)
	facts := r.readFacts(s, t, l)
	for _, one := range facts {
		r.judgeWitnessed(one.index, witnessed)
	}
	r.judgeStanding(facts, a.until, a.sources)
	r.judgeArithmetic(facts, all)
	r.judgeSolvency(a.counted, a.company, facts)
	r.judgeExecution(s, t, facts, a.day, all)
}
