// An independent reading of our logs, by the code of Go's checksum database: makes the same trees, proofs, tiles and notes anew
// and checks ours. Reads one case a line, answers one line a case; what disagrees is named in `problems`.
package main

import (
	"bufio"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type request struct {
	Size        int64
	Index       int64
	Older       int64
	Root        tlog.Hash
	OlderRoot   tlog.Hash
	Inclusion   tlog.RecordProof
	Consistency tlog.TreeProof
	// Path below the log's address to bytes.
	Tiles map[string][]byte
	// A note of ours and our key; notes that were damaged, each with whether we still open it.
	Note    string
	Key     string
	Damaged []struct {
		Note  string
		Opens bool
	}
}

type response struct {
	Root        tlog.Hash
	Inclusion   tlog.RecordProof
	Consistency tlog.TreeProof
	Note        string
	Key         string
	Problems    []string
}

// Hashes of the one tree that all cases are the beginning of, as they are stored.
var stored []tlog.Hash
var grown int64

type ownHashes struct{}

func (ownHashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	found := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		if index >= int64(len(stored)) {
			return nil, fmt.Errorf("no hash %d", index)
		}
		found[i] = stored[index]
	}
	return found, nil
}

func growTo(size int64) error {
	for ; grown < size; grown++ {
		more, err := tlog.StoredHashes(grown, []byte(fmt.Sprintf("entry %d", grown)), ownHashes{})
		if err != nil {
			return err
		}
		stored = append(stored, more...)
	}
	return nil
}

const height = 8

// Their paths name the height of a tile, ours do not.
func pathOf(tile tlog.Tile) string {
	return strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
}

type ourTiles struct{ tiles map[string][]byte }

func (ourTiles) Height() int                     { return height }
func (ourTiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t ourTiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	found := make([][]byte, len(wanted))
	for i, tile := range wanted {
		data, ok := t.tiles[pathOf(tile)]
		if !ok {
			return nil, fmt.Errorf("no tile %s", pathOf(tile))
		}
		found[i] = data
	}
	return found, nil
}

func flip(hash tlog.Hash) tlog.Hash {
	hash[5] ^= 4
	return hash
}

func judge(asked request, signer note.Signer, key string) response {
	var answer response
	problem := func(format string, args ...interface{}) {
		answer.Problems = append(answer.Problems, fmt.Sprintf("size %d: ", asked.Size)+fmt.Sprintf(format, args...))
	}
	if err := growTo(asked.Size); err != nil {
		problem("%v", err)
		return answer
	}
	answer.Root, _ = tlog.TreeHash(asked.Size, ownHashes{})
	if asked.Size == 0 {
		// What the hash of nothing is stands in RFC 6962; this reader leaves it out.
		answer.Root = asked.Root
	}
	if answer.Root != asked.Root {
		problem("root %v, ours %v", answer.Root, asked.Root)
	}
	if asked.Size > 0 {
		judgeProofs(asked, &answer, problem)
		judgeTiles(asked, problem)
	}
	judgeNotes(asked, &answer, signer, key, problem)
	return answer
}

func judgeProofs(asked request, answer *response, problem func(string, ...interface{})) {
	leaf := tlog.RecordHash([]byte(fmt.Sprintf("entry %d", asked.Index)))
	answer.Inclusion, _ = tlog.ProveRecord(asked.Size, asked.Index, ownHashes{})
	if err := tlog.CheckRecord(asked.Inclusion, asked.Size, asked.Root, asked.Index, leaf); err != nil {
		problem("inclusion of %d: %v", asked.Index, err)
	}
	for at := range asked.Inclusion {
		broken := append(tlog.RecordProof{}, asked.Inclusion...)
		broken[at] = flip(broken[at])
		if tlog.CheckRecord(broken, asked.Size, asked.Root, asked.Index, leaf) == nil {
			problem("a broken inclusion of %d passes", asked.Index)
		}
	}
	answer.Consistency, _ = tlog.ProveTree(asked.Size, asked.Older, ownHashes{})
	if err := tlog.CheckTree(asked.Consistency, asked.Size, asked.Root, asked.Older, asked.OlderRoot); err != nil {
		problem("consistency with %d: %v", asked.Older, err)
	}
}

func judgeTiles(asked request, problem func(string, ...interface{})) {
	// Some versions name every width on the way there: only the widest of a place is in this tree.
	wanted := map[tlog.Tile]tlog.Tile{}
	for _, tile := range tlog.NewTiles(height, 0, asked.Size) {
		place := tlog.Tile{H: tile.H, L: tile.L, N: tile.N}
		if tile.W > wanted[place].W {
			wanted[place] = tile
		}
	}
	if len(wanted) != len(asked.Tiles) {
		problem("%d tiles, ours %d", len(wanted), len(asked.Tiles))
	}
	for _, tile := range wanted {
		data, err := tlog.ReadTileData(tile, ownHashes{})
		if err != nil || string(data) != string(asked.Tiles[pathOf(tile)]) {
			problem("tile %s differs", pathOf(tile))
		}
	}
	reader := tlog.TileHashReader(tlog.Tree{N: asked.Size, Hash: asked.Root}, ourTiles{asked.Tiles})
	leaf, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, asked.Index)})
	if err != nil || leaf[0] != tlog.RecordHash([]byte(fmt.Sprintf("entry %d", asked.Index))) {
		problem("entry %d from our tiles: %v", asked.Index, err)
	}
}

func judgeNotes(asked request, answer *response, signer note.Signer, key string, problem func(string, ...interface{})) {
	verifier, err := note.NewVerifier(asked.Key)
	if err != nil {
		problem("our key: %v", err)
		return
	}
	opened, err := note.Open([]byte(asked.Note), note.VerifierList(verifier))
	if err != nil {
		problem("our note: %v", err)
	} else if tree, err := tlog.ParseTree([]byte(opened.Text)); err != nil || tree.N != asked.Size || tree.Hash != asked.Root {
		problem("our checkpoint: %v", err)
	}
	for _, damaged := range asked.Damaged {
		if _, err := note.Open([]byte(damaged.Note), note.VerifierList(verifier)); err != nil && damaged.Opens {
			problem("we open a note that is refused here, %v: %q", err, damaged.Note)
		}
	}
	text := string(tlog.FormatTree(tlog.Tree{N: asked.Size, Hash: answer.Root}))
	signed, err := note.Sign(&note.Note{Text: text}, signer)
	if err != nil {
		problem("a note of theirs: %v", err)
	}
	answer.Note, answer.Key = string(signed), key
}

func main() {
	private, key, err := note.GenerateKey(rand.Reader, "oracle.example/log")
	signer, failed := note.NewSigner(private)
	if err != nil || failed != nil {
		fmt.Fprintln(os.Stderr, err, failed)
		os.Exit(1)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked request
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := out.Encode(judge(asked, signer, key)); err != nil {
			os.Exit(1)
		}
	}
}
