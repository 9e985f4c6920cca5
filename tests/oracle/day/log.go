package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileHeight = 8
	tileWidth  = 1 << tileHeight
)

// The log as its entries make it, from the first one on.
type publicLog struct {
	tree    tlog.Tree
	entries [][]byte
	stored  []tlog.Hash
}

func (l *publicLog) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	found := make([]tlog.Hash, len(indexes))
	for at, index := range indexes {
		if index >= int64(len(l.stored)) {
			return nil, fmt.Errorf("no hash %d", index)
		}
		found[at] = l.stored[index]
	}
	return found, nil
}

// Whether the tree is how the log began, or the whole of it.
func (l *publicLog) holds(tree tlog.Tree) error {
	if tree.N > int64(len(l.entries)) {
		return fmt.Errorf("it has %d entries, the log %d", tree.N, len(l.entries))
	}
	if tree.N == 0 {
		return nil
	}
	root, err := tlog.TreeHash(tree.N, l)
	if err != nil {
		return err
	}
	if root != tree.Hash {
		return fmt.Errorf("of %d entries the root is %v, it says %v", tree.N, root, tree.Hash)
	}
	return nil
}

var countText = regexp.MustCompile(`^(0|[1-9][0-9]{0,15})$`)

// Opens a checkpoint of the log by its keys, and no other's.
func (t *trust) openCheckpoint(text []byte) (tlog.Tree, *note.Note, error) {
	opened, err := note.Open(text, t.log)
	if err != nil {
		return tlog.Tree{}, nil, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != t.origin || !countText.MatchString(lines[1]) {
		return tlog.Tree{}, nil, fmt.Errorf("not a checkpoint of %s", t.origin)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, nil, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, opened, err
}

// Theirs name the height of a tile, and entries are data; ours do neither.
func pathOf(tile tlog.Tile) string {
	return strings.Replace(strings.Replace(tile.Path(), "tile/8/data/", "tile/entries/", 1), "tile/8/", "tile/", 1)
}

// Entries side by side, each behind its length in two bytes.
func readBundle(bundle []byte, count int) ([][]byte, error) {
	var entries [][]byte
	for len(bundle) > 0 {
		if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
			return nil, errors.New("it ends within an entry")
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		entries = append(entries, bundle[2:end])
		bundle = bundle[end:]
	}
	if len(entries) != count {
		return nil, fmt.Errorf("it has %d entries, and not %d", len(entries), count)
	}
	return entries, nil
}

// Everything of the log, made anew from its entries. Nil where there is no log that could be made.
func (r *report) readLog(s *site, t *trust) *publicLog {
	text, err := s.get(t.path + "checkpoint")
	if err != nil {
		r.fail("checkpoint signature", "%v", err)
		return nil
	}
	tree, opened, err := t.openCheckpoint(text)
	if !r.hold("checkpoint signature", err == nil, "%v", err) {
		return nil
	}
	// Few may have signed it yet, but none of them something else.
	for _, one := range t.stated.Log.Witnesses {
		if _, outcome := cosigned(opened, one.Key); outcome != "none" {
			r.hold("witness signatures", outcome == "signed", "%s, below the newest checkpoint: %s", one.Name, outcome)
		}
	}
	made := &publicLog{tree: tree}
	for from := int64(0); from < tree.N; from += tileWidth {
		width := tree.N - from
		if width > tileWidth {
			width = tileWidth
		}
		if !r.addBundle(s, t, made, tlog.Tile{H: tileHeight, L: -1, N: from / tileWidth, W: int(width)}) {
			return nil
		}
	}
	err = made.holds(tree)
	r.hold("log root", err == nil, "the checkpoint: %v", err)
	r.compareTiles(s, t, made)
	return made
}

func (r *report) addBundle(s *site, t *trust, l *publicLog, tile tlog.Tile) bool {
	path := pathOf(tile)
	bundle, err := s.get(t.path + path)
	if err != nil {
		r.fail("log entries", "%v", err)
		return false
	}
	entries, err := readBundle(bundle, tile.W)
	if err != nil {
		r.fail("log entries", "%s: %v", path, err)
		return false
	}
	for _, entry := range entries {
		index := int64(len(l.entries))
		r.hold("log entries", len(entry) == sha256.Size, "entry %d has %d bytes", index, len(entry))
		more, err := tlog.StoredHashes(index, entry, l)
		if err != nil {
			r.fail("log entries", "entry %d: %v", index, err)
			return false
		}
		l.stored, l.entries = append(l.stored, more...), append(l.entries, entry)
	}
	return true
}

func (r *report) compareTiles(s *site, t *trust, l *publicLog) {
	// Some versions name every width on the way there: only the widest of a place is in this tree.
	wanted := map[tlog.Tile]tlog.Tile{}
	for _, tile := range tlog.NewTiles(tileHeight, 0, l.tree.N) {
		place := tlog.Tile{H: tile.H, L: tile.L, N: tile.N}
		if tile.W > wanted[place].W {
			wanted[place] = tile
		}
	}
	for _, tile := range wanted {
		served, err := s.get(t.path + pathOf(tile))
		if err != nil {
			r.fail("log tiles", "%v", err)
			continue
		}
		own, err := tlog.ReadTileData(tile, l)
		r.hold("log tiles", err == nil && bytes.Equal(own, served), "%s is not what the entries make", pathOf(tile))
	}
}

// A checkpoint that somebody kept is how the log began: else there have been two logs.
func (r *report) compareSeen(t *trust, l *publicLog, files []string) {
	if len(files) == 0 {
		r.leave("seen checkpoint", "no checkpoint that was kept was given (-seen)")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			r.fail("seen checkpoint", "%v", err)
			continue
		}
		tree, _, err := t.openCheckpoint(text)
		if err == nil {
			err = l.holds(tree)
		}
		r.hold("seen checkpoint", err == nil, "%s: %v", file, err)
	}
}

// The newest checkpoint that enough witnesses have signed: how many entries it has; 0 where there is none.
func (r *report) readWitnessed(s *site, t *trust) (tlog.Tree, bool) {
	none := tlog.Tree{}
	witnesses := t.stated.Log.Witnesses
	if len(witnesses) == 0 {
		for _, name := range []string{"witness signatures", "witness quorum", "witnessed tree"} {
			r.leave(name, "the company names no witnesses")
		}
		return none, false
	}
	text, err := s.get(t.path + "witnessed")
	if err != nil {
		r.fail("witness quorum", "%v", err)
		return none, false
	}
	tree, opened, err := t.openCheckpoint(text)
	if !r.hold("witness signatures", err == nil, "the log's own signature: %v", err) {
		return none, false
	}
	signed := map[string]bool{}
	for _, one := range witnesses {
		seconds, outcome := cosigned(opened, one.Key)
		if outcome == "none" {
			continue
		}
		if r.hold("witness signatures", outcome == "signed", "%s: %s", one.Name, outcome) {
			signed[one.Key] = true
			r.note("witness: %s signed %d entries at %s", one.Name, tree.N, utc(seconds*1000))
		}
	}
	needed := t.stated.Log.Needed
	if needed < 1 {
		needed = 1
	}
	r.hold("witness quorum", len(signed) >= needed, "%d of %d witnesses have signed, %d are needed", len(signed), len(witnesses), needed)
	return tree, len(signed) >= needed
}

var witnessKey = regexp.MustCompile(`^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$`)

const cosignatureKind = 4

// What a witness says of a note (C2SP tlog-cosignature): "signed" with its time, "none", or what is wrong.
func cosigned(opened *note.Note, key string) (int64, string) {
	parts := witnessKey.FindStringSubmatch(key)
	if parts == nil {
		return 0, "its key cannot be read"
	}
	public, err := base64.StdEncoding.Strict().DecodeString(parts[3])
	if err != nil || len(public) != 1+keyBytes || public[0] != cosignatureKind {
		return 0, "its key is of no witness"
	}
	id := sha256.Sum256(append([]byte(parts[1]+"\n"), public...))
	hash := binary.BigEndian.Uint32(id[:])
	if fmt.Sprintf("%08x", hash) != parts[2] {
		return 0, "its key is not the one of that id"
	}
	latest, outcome := int64(0), "none"
	for _, signature := range opened.UnverifiedSigs {
		if signature.Name != parts[1] || signature.Hash != hash {
			continue
		}
		line, err := base64.StdEncoding.Strict().DecodeString(signature.Base64)
		if err != nil || len(line) != 4+8+ed25519.SignatureSize {
			return 0, "its signature has another length"
		}
		seconds := int64(binary.BigEndian.Uint64(line[4:12]))
		message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", seconds, opened.Text)
		if !ed25519.Verify(public[1:], []byte(message), line[12:]) {
			return 0, "its signature is wrong"
		}
		if seconds > latest {
			latest = seconds
		}
		outcome = "signed"
	}
	return latest, outcome
}

type logProof struct {
	index      int64
	hashes     tlog.RecordProof
	checkpoint string
	salt       []byte
}

// C2SP tlog-proof: what it is, the salt as `extra`, the place, the hashes, an empty line, the checkpoint.
func parseProof(text string) (*logProof, error) {
	head, checkpoint, ok := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	if !ok || len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return nil, errors.New("not a proof of a log")
	}
	extra, isExtra := cutPrefix(lines[1], "extra ")
	place, isPlace := cutPrefix(lines[2], "index ")
	salt, err := base64.StdEncoding.Strict().DecodeString(extra)
	if !isExtra || !isPlace || !countText.MatchString(place) || err != nil || len(salt) != sha256.Size {
		return nil, errors.New("a proof without its salt or its place")
	}
	proof := &logProof{checkpoint: checkpoint, salt: salt}
	proof.index, _ = strconv.ParseInt(place, 10, 64)
	for _, line := range lines[3:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		proof.hashes = append(proof.hashes, hash)
	}
	return proof, nil
}

// What stands in the log for a receipt or a fact.
func entryOf(what string, salt, hash []byte) []byte {
	made := sha256.Sum256(append(append([]byte("candor log entry v1\n"+what+"\n"), salt...), hash...))
	return made[:]
}

func cutPrefix(text, prefix string) (string, bool) {
	return strings.TrimPrefix(text, prefix), strings.HasPrefix(text, prefix)
}
