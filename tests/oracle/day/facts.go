package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const dayMs = 86_400_000

func utc(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05.000") }

// A day of UTC: its first millisecond and the one after its last.
func dayBounds(day string) (int64, int64, error) {
	begin, err := time.Parse("2006-01-02", day)
	if err != nil {
		return 0, 0, fmt.Errorf("%q is no day, such as 2026-11-18", day)
	}
	return begin.UnixMilli(), begin.UnixMilli() + dayMs, nil
}

type fact struct {
	index    int64
	kind     string
	at       int64
	document string
	read     interface{}
}

// The facts that are what the log says they are, in its order.
func (r *report) readFacts(s *site, t *trust, l *publicLog) []fact {
	var facts []fact
	last := int64(-1)
	for from := int64(0); ; {
		text, err := s.get(fmt.Sprintf("%sfacts/%d", t.path, from))
		if err != nil {
			r.fail("fact order", "%v", err)
			return facts
		}
		page, err := parseJSON(text)
		if err != nil {
			r.fail("fact order", "facts from %d: %v", from, err)
			return facts
		}
		for _, item := range listOf(page, "facts") {
			index, ok := wholeOf(item, "index")
			if !r.hold("fact order", ok && index > last && index >= from, "the fact %d stands behind %d", index, last) {
				return facts
			}
			last = index
			if index >= l.tree.N {
				continue
			}
			if read := r.readFact(t, l, item, index); read != nil {
				facts = append(facts, *read)
			}
		}
		next, more := wholeOf(page, "next")
		if !more {
			return facts
		}
		if !r.hold("fact order", next == last+1, "after %d the next page begins at %d", last, next) {
			return facts
		}
		from = next
	}
}

// Nil of what is told by kind and time alone.
func (r *report) readFact(t *trust, l *publicLog, item interface{}, index int64) *fact {
	at, hasTime := wholeOf(item, "at")
	read := fact{index: index, kind: textOf(item, "kind"), at: at, document: textOf(item, "document")}
	salt, saltErr := hex.DecodeString(textOf(item, "salt"))
	hash, hashErr := hex.DecodeString(textOf(item, "hash"))
	if read.document == "" && len(salt) == 0 && len(hash) == 0 {
		r.leave("fact entries", "facts that are somebody's own, or the house's, and are known by their place alone")
		return nil
	}
	isEntry := saltErr == nil && hashErr == nil && len(salt) == 32 && bytes.Equal(entryOf("fact", salt, hash), l.entries[index])
	r.hold("fact entries", isEntry, "entry %d is not that of its fact (%s of %s)", index, read.kind, utc(at))
	parsed, err := parseJSON([]byte(read.document))
	isDocument := err == nil && hasTime && sha256Hex([]byte(read.document)) == hex.EncodeToString(hash) && canonical(parsed) == read.document
	r.hold("fact documents", isDocument, "the document at entry %d (%s of %s) is not the one that was hashed, or not canonical", index, read.kind, utc(at))
	read.read = parsed
	isOwn := true
	for name, own := range map[string]string{"kind": read.kind, "company": t.company, "broker": t.company} {
		stated := textOf(parsed, name)
		isOwn = isOwn && (stated == "" || stated == own)
	}
	r.hold("fact documents", isOwn, "the document at entry %d says that it is another's", index)
	if !isEntry || !isDocument {
		return nil
	}
	return &read
}

// Of a kind, the last before a moment; nil where there was none.
func newestOf(facts []fact, kind string, before int64) *fact {
	var newest *fact
	for at := range facts {
		if facts[at].kind == kind && facts[at].at < before {
			newest = &facts[at]
		}
	}
	return newest
}

// What stood at the end of the day: the rules, and the terms. The rules are compared with a folder of sources where one is given.
func (r *report) judgeStanding(facts []fact, until int64, sources string) {
	terms := newestOf(facts, "terms", until)
	r.hold("terms fact", terms != nil && len(objectOf(terms.read, "instruments")) > 0, "no terms are in the log before %s", utc(until))
	rules := newestOf(facts, "rules", until)
	if !r.hold("rules fact", rules != nil && len(objectOf(rules.read, "files")) > 0, "no rules are in the log before %s", utc(until)) {
		r.leave("rules sources", "no rules are in the log")
		return
	}
	if sources == "" {
		r.leave("rules sources", "no folder of sources was given (-rules)")
		return
	}
	files := objectOf(rules.read, "files")
	for name := range files {
		text, err := os.ReadFile(filepath.Join(sources, filepath.FromSlash(name)))
		fits := err == nil && !strings.Contains(name, "..") && sha256Hex(text) == textOf(files, name)
		r.hold("rules sources", fits, "%s is not the source that the log names", name)
	}
	filepath.Walk(filepath.Join(sources, "rules"), func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || strings.HasSuffix(path, ".test.ts") || !(strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".json")) {
			return nil
		}
		name, _ := filepath.Rel(sources, path)
		r.hold("rules sources", textOf(files, filepath.ToSlash(name)) != "", "%s is a source that the log does not name", name)
		return nil
	})
}
