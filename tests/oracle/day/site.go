package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// What a company serves to everybody. Nothing else is asked of it.
type site struct {
	origin string
	client *http.Client
}

const maxAnswer = 64 << 20

func openSite(origin string) *site {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		// Names below localhost are this machine, also where nobody has told the resolver.
		if err == nil && strings.HasSuffix(host, ".localhost") {
			address = net.JoinHostPort("127.0.0.1", port)
		}
		return dialer.DialContext(ctx, network, address)
	}}
	return &site{origin: strings.TrimSuffix(origin, "/"), client: &http.Client{Timeout: time.Minute, Transport: transport}}
}

func (s *site) get(path string) ([]byte, error) {
	answer, err := s.client.Get(s.origin + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %d", path, answer.StatusCode)
	}
	return body, nil
}

type witness struct {
	Name string
	Key  string
}

// What of broker.json is needed.
type statement struct {
	ReceiptKeys []struct {
		KeyID     string `json:"key_id"`
		PublicKey string `json:"public_key"`
	} `json:"receipt_keys"`
	Log *struct {
		Path      string
		Origin    string
		Keys      []string
		Witnesses []witness
		Needed    int
	}
}

// The keys that everything else is checked by.
type trust struct {
	company  string
	receipts map[string][]byte
	log      note.Verifiers
	path     string
	origin   string
	stated   statement
}

const keyBytes = 32

func sha256Hex(bytes []byte) string {
	sum := sha256.Sum256(bytes)
	return hex.EncodeToString(sum[:])
}

// Base64url has one spelling: what another would read alike is refused.
func base64url(text string) []byte {
	bytes, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil
	}
	return bytes
}

func readStatement(text []byte) (statement, error) {
	var stated statement
	err := json.Unmarshal(text, &stated)
	if err == nil && stated.Log == nil {
		err = fmt.Errorf("it names no log")
	}
	return stated, err
}

// Nil where there is nothing that could be checked by.
func (r *report) readTrust(s *site, company, kept string) *trust {
	text, err := s.get("/.well-known/broker.json")
	if err != nil {
		r.fail("broker keys", "%v", err)
		return nil
	}
	stated, err := readStatement(text)
	if err != nil {
		r.fail("broker keys", "broker.json: %v", err)
		return nil
	}
	made := &trust{company: company, receipts: map[string][]byte{}, path: stated.Log.Path, origin: stated.Log.Origin, stated: stated}
	for _, key := range stated.ReceiptKeys {
		public := base64url(key.PublicKey)
		fits := len(public) == keyBytes && sha256Hex(public)[:16] == key.KeyID
		if r.hold("broker keys", fits, "the key %s of receipts is not the one of that id", key.KeyID) {
			made.receipts[key.KeyID] = public
		}
	}
	var verifiers []note.Verifier
	for _, text := range stated.Log.Keys {
		verifier, err := note.NewVerifier(text)
		fits := err == nil && verifier.Name() == stated.Log.Origin
		if r.hold("broker keys", fits, "the log's key %s: %v", text, err) {
			verifiers = append(verifiers, verifier)
		}
	}
	made.log = note.VerifierList(verifiers...)
	r.hold("broker keys", made.path == "/log/"+company+"/", "the log stands at %s", made.path)
	r.compareKept(kept, stated)
	return made
}

// Keys are only ever added: a copy of broker.json that was kept says so, and nobody but its reader can.
func (r *report) compareKept(file string, now statement) {
	if file == "" {
		r.leave("kept keys", "no copy of broker.json that was kept was given (-kept)")
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		r.fail("kept keys", "%v", err)
		return
	}
	before, err := readStatement(text)
	if err != nil {
		r.fail("kept keys", "%s: %v", file, err)
		return
	}
	published := map[string]bool{}
	for _, key := range now.ReceiptKeys {
		published[key.KeyID+" "+key.PublicKey] = true
	}
	for _, key := range now.Log.Keys {
		published[key] = true
	}
	for _, key := range before.ReceiptKeys {
		r.hold("kept keys", published[key.KeyID+" "+key.PublicKey], "the key %s of receipts is not published any more", key.KeyID)
	}
	for _, key := range before.Log.Keys {
		r.hold("kept keys", published[key], "the log's key %s is not published any more", key)
	}
	r.hold("kept keys", before.Log.Origin == now.Log.Origin, "the log was %s, and is %s", before.Log.Origin, now.Log.Origin)
}
