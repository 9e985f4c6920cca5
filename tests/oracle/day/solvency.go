package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"os"
)

const hourMs = 3_600_000

var maxSum = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 63), big.NewInt(1))

// No sum is below zero or above 2⁶³ − 1: nobody takes from what others are owed.
func isSum(amount *big.Int) bool {
	return amount != nil && amount.Sign() >= 0 && amount.Cmp(maxSum) <= 0
}

func eightBytes(amount *big.Int) []byte {
	var bytes [8]byte
	binary.BigEndian.PutUint64(bytes[:], amount.Uint64())
	return bytes[:]
}

type sumNode struct {
	hash []byte
	sum  *big.Int
}

func leafOf(salt []byte, account string, hour int64, part uint32, amount *big.Int) sumNode {
	var place [12]byte
	binary.BigEndian.PutUint64(place[:8], uint64(hour))
	binary.BigEndian.PutUint32(place[8:], part)
	hash := sha256.Sum256(bytes.Join([][]byte{[]byte("candor solvency leaf v1\n"), salt, place[:], eightBytes(amount), []byte(account)}, nil))
	return sumNode{hash[:], amount}
}

func nodeOf(left, right sumNode) sumNode {
	hash := sha256.Sum256(bytes.Join([][]byte{[]byte("candor solvency node v1\n"), left.hash, eightBytes(left.sum), right.hash, eightBytes(right.sum)}, nil))
	return sumNode{hash[:], sum(left.sum, right.sum)}
}

func (r *report) judgeSolvency(files []string, company string, facts []fact) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			r.fail("solvency document", "%v", err)
			continue
		}
		parsed, err := parseJSON(bytes.TrimSuffix(text, []byte("\n")))
		if !r.hold("solvency document", err == nil, "%s: %v", file, err) {
			continue
		}
		r.judgeCount(file, parsed, company, facts)
	}
}

func (r *report) judgeCount(file string, parsed interface{}, company string, facts []fact) {
	document := textOf(parsed, "document")
	stated, err := parseJSON([]byte(document))
	at, hasTime := wholeOf(stated, "at")
	leaves, hasLeaves := wholeOf(stated, "leaves")
	root, rootErr := hex.DecodeString(textOf(stated, "root"))
	total := parseFixed(textOf(stated, "total"))
	isDocument := err == nil && hasTime && hasLeaves && rootErr == nil && canonical(stated) == document &&
		sha256Hex([]byte(document)) == textOf(parsed, "hash") && textOf(stated, "company") == company
	if !r.hold("solvency document", isDocument, "%s: what was published is not what was hashed, or not of %s", file, company) {
		return
	}
	isFact := false
	for _, one := range facts {
		isFact = isFact || (one.kind == "solvency" && one.document == document)
	}
	r.hold("solvency fact", isFact, "%s: the root of %s is not in the log", file, utc(at))
	own := objectOf(parsed, "own")
	account, parts := textOf(own, "account"), listOf(own, "parts")
	equity, review := parseFixed(textOf(own, "equity")), parseFixed(textOf(own, "under_review"))
	if !r.hold("solvency parts", account != "" && len(parts) > 0 && equity != nil && review != nil, "%s names no account, or no parts", file) {
		return
	}
	if !r.hold("solvency sums", isSum(total) && isSum(review), "%s: a sum below zero or above 2^63-1", file) {
		return
	}
	counted, places := new(big.Int), map[int64]bool{}
	for number, part := range parts {
		amount := parseFixed(textOf(part, "amount"))
		place, hasPlace := wholeOf(part, "place")
		if !r.hold("solvency sums", isSum(amount), "%s: part %d of %q", file, number, textOf(part, "amount")) {
			return
		}
		r.hold("solvency parts", hasPlace && place >= 0 && !places[place], "%s: two parts in one place", file)
		places[place] = true
		counted = sum(counted, amount)
		salt, err := hex.DecodeString(textOf(part, "salt"))
		if !r.hold("solvency path", err == nil && len(salt) == 32, "%s: part %d has no salt", file, number) {
			continue
		}
		leaf := leafOf(salt, account, at-at%hourMs, uint32(number), amount)
		r.judgePath(file, leaf, place, listOf(part, "path"), leaves, sumNode{root, total})
	}
	owed := review
	if equity.Sign() > 0 {
		owed = sum(equity, review)
	}
	r.hold("solvency parts", counted.Cmp(owed) == 0, "%s: the parts are %s, the account is owed %s", file, formatFixed(counted), formatFixed(owed))
	r.note("solvency: account %s is counted with %s of %s, at %s", account, formatFixed(owed), formatFixed(total), utc(at))
}

// From the leaf to the root: the place says on which side each neighbour stands.
func (r *report) judgePath(file string, node sumNode, place int64, path []interface{}, leaves int64, root sumNode) {
	if !r.hold("solvency path", len(path) > 0 && len(path) <= 40 && leaves == 1<<uint(len(path)) && place < leaves, "%s: a path of another length", file) {
		return
	}
	for level, step := range path {
		hash, err := hex.DecodeString(textOf(step, "hash"))
		other := sumNode{hash, parseFixed(textOf(step, "sum"))}
		if !r.hold("solvency sums", isSum(other.sum), "%s: a neighbour of %q", file, textOf(step, "sum")) {
			return
		}
		isRight := place>>uint(level)&1 == 1
		side := "right"
		if isRight {
			side = "left"
		}
		if !r.hold("solvency path", err == nil && len(hash) == 32 && textOf(step, "side") == side, "%s: a neighbour on the wrong side, or without its hash", file) {
			return
		}
		if isRight {
			node = nodeOf(other, node)
		} else {
			node = nodeOf(node, other)
		}
		if !r.hold("solvency sums", isSum(node.sum), "%s: a sum above 2^63-1", file) {
			return
		}
	}
	holds := bytes.Equal(node.hash, root.hash) && node.sum.Cmp(root.sum) == 0
	r.hold("solvency path", holds, "%s: the way of place %d leads to %s and another root", file, place, formatFixed(node.sum))
}
