package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"math/big"
	"os"

	"golang.org/x/mod/sumdb/tlog"
)

type receipt struct {
	file     string
	body     map[string]interface{}
	hash     string
	previous string
	at       int64
	proof    string
}

func (one *receipt) text(name string) string     { return textOf(one.body, name) }
func (one *receipt) amount(name string) *big.Int { return parseFixed(one.text(name)) }
func (one *receipt) isStatement() bool           { return one.text("event") == "statement" }
func (one *receipt) label() string {
	return one.text("event") + " of " + utc(one.at) + ", " + one.hash[:12]
}
func (one *receipt) isAtProvider() bool {
	return objectOf(one.body, "provider") != nil || one.text("event") == "order_sent" || one.text("execution") == "stp"
}

// The receipts of the files that a trader saved, in the order of the files; those that read as receipts.
func (r *report) readReceipts(files []string) []*receipt {
	var all []*receipt
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			r.fail("receipt form", "%v", err)
			continue
		}
		// Editors add a line end: it is the only thing that may stand behind the JSON.
		text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
		parsed, err := parseJSON(text)
		if !r.hold("receipt form", err == nil, "%s: %v", file, err) {
			continue
		}
		r.hold("receipt form", canonical(parsed) == string(text), "%s is not canonical JSON", file)
		all = append(all, r.readForm(file, parsed)...)
	}
	return all
}

// A receipt, a list of them, or both with proofs.
func (r *report) readForm(file string, parsed interface{}) []*receipt {
	list, isList := parsed.([]interface{})
	object, _ := parsed.(map[string]interface{})
	proofs := map[string]string{}
	switch {
	case isList:
	case hasNames(object, "proofs", "receipts"):
		list = listOf(object, "receipts")
		for _, one := range listOf(object, "proofs") {
			pair, _ := one.(map[string]interface{})
			if r.hold("receipt form", hasNames(pair, "hash", "proof"), "%s: a proof of another form", file) {
				proofs[textOf(pair, "hash")] = textOf(pair, "proof")
			}
		}
	default:
		list = []interface{}{parsed}
	}
	var read []*receipt
	for _, item := range list {
		written, _ := item.(map[string]interface{})
		body := objectOf(written, "body")
		at, hasTime := wholeOf(body, "at")
		hash, err := hex.DecodeString(textOf(written, "hash"))
		isForm := hasNames(written, "body", "hash", "key_id", "signature") && body != nil && hasTime && err == nil && len(hash) == 32
		if !r.hold("receipt form", isForm, "%s holds something that is no receipt", file) {
			continue
		}
		one := &receipt{file: file, body: body, hash: textOf(written, "hash"), previous: textOf(body, "previous"), at: at}
		one.proof = proofs[one.hash]
		delete(proofs, one.hash)
		r.signatures = append(r.signatures, signed{one, textOf(written, "key_id"), textOf(written, "signature")})
		read = append(read, one)
	}
	r.hold("receipt form", len(proofs) == 0, "%s has proofs of receipts that are not in it", file)
	return read
}

type signed struct {
	receipt   *receipt
	keyID     string
	signature string
}

// Each by itself: its hash, who signed it, whose it is.
func (r *report) judgeSignatures(t *trust) {
	for _, one := range r.signatures {
		text := canonical(one.receipt.body)
		r.hold("receipt hash", sha256Hex([]byte(text)) == one.receipt.hash, "%s: its body has another hash", one.receipt.label())
		public := t.receipts[one.keyID]
		isSigned := public != nil && one.receipt.text("key_id") == one.keyID && ed25519.Verify(public, []byte(text), base64url(one.signature))
		r.hold("receipt signature", isSigned, "%s: not signed by the published key %q", one.receipt.label(), one.keyID)
		r.hold("receipt broker", one.receipt.text("broker") == t.company, "%s is of %q", one.receipt.label(), one.receipt.text("broker"))
	}
}

// Each names the one before it, of its account. Within a file they stand in their order, each once; a gap is other receipts of the account,
// which no file has to hold. Over all files no two different ones name the same one before them.
func (r *report) judgeChain(all []*receipt) {
	files := map[string][]*receipt{}
	behind := map[string]string{}
	for _, one := range all {
		if one.isStatement() {
			continue
		}
		place := one.file + "\n" + one.text("account")
		r.judgeLink(one, files[place])
		files[place] = append(files[place], one)
		link := one.text("account") + "\n" + one.previous
		isOnly := behind[link] == "" || behind[link] == one.hash
		r.hold("receipt chain", isOnly, "%s: another one names the same one before it", one.label())
		behind[link] = one.hash
	}
}

func (r *report) judgeLink(one *receipt, before []*receipt) {
	if len(before) == 0 {
		return
	}
	last := before[len(before)-1]
	isInOrder := one.at >= last.at && one.previous != ""
	for _, other := range before {
		isInOrder = isInOrder && other.hash != one.hash && other.previous != one.hash && (other == last || other.hash != one.previous)
	}
	r.hold("receipt chain", isInOrder, "%s: it is there twice, or in the wrong place", one.label())
	if one.previous != last.hash {
		r.leave("receipt chain", "gaps in a file: other receipts of the account lie between")
	}
}

// The files of two orders may hold the same receipt: each once, with its proof where one of the files has it.
func distinct(all []*receipt) []*receipt {
	known := map[string]*receipt{}
	var found []*receipt
	for _, one := range all {
		if known[one.hash] == nil {
			known[one.hash] = one
			found = append(found, one)
		} else if known[one.hash].proof == "" {
			known[one.hash].proof = one.proof
		}
	}
	return found
}

// Where each stands in the log, by the proof that was saved with it.
func (r *report) judgeProofs(t *trust, l *publicLog, witnessed int64, all []*receipt) {
	known := map[string]error{}
	trees := map[string]tlog.Tree{}
	for _, one := range all {
		if one.proof == "" {
			r.leave("receipt proof", "receipts that were saved without a proof")
			continue
		}
		proof, err := parseProof(one.proof)
		if !r.hold("receipt proof", err == nil, "%s: %v", one.label(), err) {
			continue
		}
		if _, done := trees[proof.checkpoint]; !done {
			tree, _, err := t.openCheckpoint([]byte(proof.checkpoint))
			if err == nil {
				err = l.holds(tree)
			}
			trees[proof.checkpoint], known[proof.checkpoint] = tree, err
			r.hold("proof checkpoint", err == nil, "%s: %v", one.label(), err)
		}
		tree := trees[proof.checkpoint]
		hash, _ := hex.DecodeString(one.hash)
		entry := entryOf("receipt", proof.salt, hash)
		err = tlog.CheckRecord(proof.hashes, tree.N, tree.Hash, proof.index, tlog.RecordHash(entry))
		if r.hold("receipt proof", err == nil, "%s: %v", one.label(), err) && known[proof.checkpoint] == nil {
			isThere := proof.index < int64(len(l.entries)) && bytes.Equal(l.entries[proof.index], entry)
			r.hold("receipt proof", isThere, "%s: entry %d is another's", one.label(), proof.index)
			r.judgeWitnessed(proof.index, witnessed)
		}
	}
}

// What stands behind the newest checkpoint that enough have signed is the company's word until they have.
func (r *report) judgeWitnessed(index, witnessed int64) {
	if index < witnessed {
		r.hold("witnessed tree", true, "")
	} else {
		r.leave("witnessed tree", "entries that enough witnesses have not signed yet")
	}
}

// A statement's head adds up: what was there, and what came and went.
func (r *report) judgeStatements(all []*receipt) {
	for _, one := range all {
		if !one.isStatement() {
			continue
		}
		total, closing, rows := one.amount("opening"), one.amount("closing"), int64(0)
		for _, kind := range listOf(one.body, "kinds") {
			moved := parseFixed(textOf(kind, "sum"))
			if total == nil || moved == nil {
				total = nil
				break
			}
			count, _ := wholeOf(kind, "count")
			total, rows = sum(total, moved), rows+count
		}
		stated, _ := wholeOf(one.body, "rows")
		addsUp := total != nil && closing != nil && total.Cmp(closing) == 0 && rows == stated
		r.hold("statement sums", addsUp, "%s does not add up", one.label())
	}
}
