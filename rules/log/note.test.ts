import { fc, test } from '@fast-check/vitest'
import { getPublicKey, sign } from '@noble/ed25519'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { toBase64 } from './base64'
import { type Checkpoint, checkpointText, openCheckpoint, parseCheckpoint } from './checkpoint'
import { cosign, cosignaturesOf } from './cosignature'
import { receiptEntry } from './entry'
import { EMPTY_ROOT, leafHash } from './merkle'
import {
  keyIdOf,
  type NoteKey,
  openNote,
  parseNote,
  parseNoteKey,
  SIGNATURE_KIND,
  signatureLine,
  signNote,
  writeNote,
  writeNoteKey,
} from './note'
import { parseLogProof, writeLogProof } from './proof-file'

// The example of the specification.
const VKEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const NOTE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`
const example = parseNoteKey(VKEY)!

function keyPair(name: string, seed: number, kind: NoteKey['kind'] = SIGNATURE_KIND.note) {
  const secret = new Uint8Array(32).fill(seed)
  const key: NoteKey = { name, kind, publicKey: getPublicKey(secret) }
  return { key, sign: (message: Uint8Array) => sign(message, secret) }
}
const log = keyPair('logs.example/aurora', 1)
const witness = keyPair('witness.example/w1', 2, SIGNATURE_KIND.cosignature)
const silent = keyPair('witness.example/w2', 3, SIGNATURE_KIND.cosignature)

describe('notes', () => {
  test('the example of the specification opens with its key', () => {
    expect(keyIdOf(example)).toBe('530d903a')
    expect(writeNoteKey(example)).toBe(VKEY)
    expect(openNote(NOTE, [example])).toMatchObject({ ok: true, note: { text: 'This is an example message.\n' }, signers: [example] })
  })

  test.prop([fc.nat(), fc.nat({ max: 7 })])('one flipped bit anywhere, and it does not open as what it was', (place, bit) => {
    const bytes = utf8ToBytes(NOTE)
    bytes[place % bytes.length]! ^= 1 << bit
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      return
    }
    expect(openNote(text, [example]).ok).toBe(false)
  })

  test('what nobody known has signed says nothing; a line of a stranger is passed over', () => {
    const other = keyPair('example.com/foo', 9)
    expect(openNote(NOTE, [])).toEqual({ ok: false, problem: 'not_signed' })
    expect(openNote(NOTE, [other.key])).toEqual({ ok: false, problem: 'not_signed' })
    const both = NOTE + signatureLine({ name: 'stranger', keyId: '00000000', bytes: new Uint8Array(64) })
    expect(openNote(both, [example]).ok).toBe(true)
  })

  test("a known key's wrong signature spoils the note, whoever else has signed", () => {
    const wrong = NOTE + signatureLine({ name: log.key.name, keyId: keyIdOf(log.key), bytes: new Uint8Array(64) })
    expect(openNote(wrong, [example, log.key])).toEqual({ ok: false, problem: 'signature_wrong' })
    expect(openNote(wrong, [log.key, example])).toEqual({ ok: false, problem: 'signature_wrong' })
  })

  test("a cosignature's key opens no note by itself", () => {
    const note = signNote('text\n', { ...witness.key, kind: SIGNATURE_KIND.cosignature }, witness.sign)
    expect(openNote(note, [witness.key])).toEqual({ ok: false, problem: 'not_signed' })
  })

  test('a text may hold empty lines: the last one ends it', () => {
    const note = signNote('one\n\ntwo\n\n\nthree\n', log.key, log.sign)
    expect(openNote(note, [log.key])).toMatchObject({ ok: true, note: { text: 'one\n\ntwo\n\n\nthree\n' } })
  })

  test('sixteen signatures and more are read', () => {
    const signers = Array.from({ length: 20 }, (_, index) => keyPair(`k${index}`, index + 1))
    const signatures = signers.map(({ key, sign: by }) => ({ name: key.name, keyId: keyIdOf(key), bytes: by(utf8ToBytes('t\n')) }))
    expect(
      openNote(
        writeNote({ text: 't\n', signatures }),
        signers.map(({ key }) => key),
      ),
    ).toMatchObject({ ok: true, signers: { length: 20 } })
  })

  test.each([
    ['nothing', ''],
    ['no signature', 'text\n\n'],
    ['no empty line', 'text\n— a AAAAAAAA\n'],
    ['no line end', NOTE.slice(0, -1)],
    ['a hyphen for the dash', NOTE.replace('—', '-')],
    ['two spaces', NOTE.replace('— ', '—  ')],
    ['a tab in the text', NOTE.replace('an example', 'an\texample')],
    ['a carriage return', NOTE.replaceAll('\n', '\r\n')],
    ['a plus in the name', NOTE.replace('example.com/foo', 'example.com+foo')],
    ['a space of another kind in the name', NOTE.replace('example.com/foo', 'example.com\u2003foo')],
    ['no key id', 'text\n\n— a AAAA\n'],
    ['base 64 without its end', NOTE.replace('=\n', '\n')],
    ['base 64 with bits that mean nothing', NOTE.replace('aQM=', 'aQN=')],
    ['base 64 for addresses', NOTE.replace('Uw2QOkn8', 'Uw2QOk-8')],
    ['a line that is no signature', `${NOTE}more\n`],
    ['half a surrogate pair', NOTE.replace('This', '\ud800')],
    ['a hundred signatures and one', `t\n\n${signatureLine({ name: 'a', keyId: '00000000', bytes: Uint8Array.of(1) }).repeat(101)}`],
  ])('%s: no note', (_, note) => {
    expect(parseNote(note)).toBeNull()
    expect(openNote(note, [example])).toEqual({ ok: false, problem: 'not_a_note' })
  })

  test.each(['no line end', 'a\u0000b\n', ''])('%j is no text to sign', (text) => {
    expect(() => signNote(text, log.key, log.sign)).toThrow(RangeError)
  })

  test.each([
    'example.com/foo',
    'example.com/foo+530d903a',
    'example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'example.com/bar+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'example.com/foo+530D903A+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'example.com/foo+530d903a+AukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2',
    '+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'a b+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  ])('%s is no key', (text) => {
    expect(parseNoteKey(text)).toBeNull()
  })
})

const checkpoint: Checkpoint = { origin: log.key.name, size: 20_852_163, root: leafHash(utf8ToBytes('root')) }
const signed = signNote(checkpointText(checkpoint), log.key, log.sign)

describe('checkpoints', () => {
  test('say which log, how long, and its root', () => {
    expect(checkpointText({ origin: 'a.example/b', size: 0, root: EMPTY_ROOT })).toBe(
      'a.example/b\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n',
    )
    expect(openCheckpoint(signed, [log.key])).toMatchObject({ ok: true, checkpoint })
  })

  test('lines of extensions are passed over', () => {
    expect(parseCheckpoint(`${checkpointText(checkpoint)}more\nand more\n`)).toEqual(checkpoint)
  })

  test.each([
    ['no root', 'a\n1\n'],
    ['a short root', 'a\n1\n47DEQpj8HBSa\n'],
    ['no origin', `\n1\n${toBase64(EMPTY_ROOT)}\n`],
    ['a size with zeros before it', `a\n01\n${toBase64(EMPTY_ROOT)}\n`],
    ['a size below nothing', `a\n-1\n${toBase64(EMPTY_ROOT)}\n`],
    ['a size that is not exact', `a\n9007199254740992\n${toBase64(EMPTY_ROOT)}\n`],
    ['an empty line', `a\n1\n${toBase64(EMPTY_ROOT)}\n\n`],
    ['no line end', `a\n1\n${toBase64(EMPTY_ROOT)}`],
  ])('%s: no checkpoint', (_, text) => {
    expect(parseCheckpoint(text)).toBeNull()
  })

  test("a key signs for its own log alone, and only its log's checkpoints", () => {
    const foreign = signNote(checkpointText({ ...checkpoint, origin: 'logs.example/other' }), log.key, log.sign)
    expect(openCheckpoint(foreign, [log.key])).toEqual({ ok: false, problem: 'other_log' })
    expect(openCheckpoint(signNote('hello\n', log.key, log.sign), [log.key])).toEqual({ ok: false, problem: 'not_a_checkpoint' })
    expect(openCheckpoint(signed, [example])).toEqual({ ok: false, problem: 'not_signed' })
  })
})

describe('witnesses', () => {
  const text = checkpointText(checkpoint)
  const line = cosign(text, witness.key, 1_679_315_147, witness.sign)

  test('sign the checkpoint with the time they saw it', () => {
    const opened = openCheckpoint(signed + signatureLine(line), [log.key])
    expect(opened.ok && cosignaturesOf(opened.note, [witness.key, silent.key])).toEqual([
      { key: witness.key, outcome: 'signed', timeSeconds: 1_679_315_147 },
      { key: silent.key, outcome: 'none', timeSeconds: null },
    ])
  })

  test("the line of the specification's example has its form: the id of the key, eight bytes of time, the signature", () => {
    const [cosignature] = parseNote(
      `x\n\n— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n`,
    )!.signatures
    expect(cosignature).toMatchObject({ keyId: '8d66cf3f', bytes: { length: 72 } })
    expect(new DataView(cosignature!.bytes.buffer, cosignature!.bytes.byteOffset).getBigUint64(0)).toBe(1_679_315_147n)
  })

  test.prop([fc.nat({ max: 8 * 72 - 1 })])('a flipped bit of time or signature is not passed off as none', (bit) => {
    const bytes = line.bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
    const note = parseNote(signed + signatureLine({ ...line, bytes }))!
    expect(cosignaturesOf(note, [witness.key])[0]?.outcome).toBe('wrong')
  })

  test('what was signed of another checkpoint, or as a plain note, is no cosignature', () => {
    const other = cosign(checkpointText({ ...checkpoint, size: 1 }), witness.key, 1, witness.sign)
    expect(cosignaturesOf(parseNote(signed + signatureLine(other))!, [witness.key])[0]?.outcome).toBe('wrong')
    const plain = { name: witness.key.name, keyId: keyIdOf(witness.key), bytes: witness.sign(utf8ToBytes(text)) }
    expect(cosignaturesOf(parseNote(signed + signatureLine(plain))!, [witness.key])[0]?.outcome).toBe('wrong')
  })
})

describe('proofs without a connection', () => {
  const hashes = [1, 2, 3].map((n) => leafHash(Uint8Array.of(n)))
  const proof = { index: 73_894, hashes, checkpoint: signed, extra: new Uint8Array(32).fill(7) }

  test('are read back as they were written', () => {
    expect(writeLogProof(proof)).toMatch(
      /^c2sp\.org\/tlog-proof@v1\nextra BwcH.*\nindex 73894\n(?:\S{44}\n){3}\nlogs\.example\/aurora\n20852163\n/,
    )
    for (const one of [proof, { ...proof, extra: null }, { ...proof, hashes: [], index: 0 }])
      expect(parseLogProof(writeLogProof(one))).toEqual(one)
  })

  test('of a log of a thousand million entries are shorter than 3 kB, with five witnesses', () => {
    const lines = signatureLine(cosign(checkpointText(checkpoint), witness.key, 1_679_315_147, witness.sign)).repeat(5)
    const text = writeLogProof({ ...proof, hashes: Array.from({ length: 30 }, () => EMPTY_ROOT), checkpoint: signed + lines })
    expect(utf8ToBytes(text).length).toBeLessThan(3_000)
  })

  const text = writeLogProof(proof)
  test.each([
    ['another head', text.replace('@v1', '@v2')],
    ['no index', text.replace(/index.*\n/, '')],
    ['an index with zeros before it', text.replace('index 7', 'index 07')],
    ['a hash cut short', text.replace(toBase64(hashes[0]!), toBase64(hashes[0]!.subarray(3)))],
    ['extra data that is not base 64', text.replace('extra BwcH', 'extra B*cH')],
    ['extra data in the wrong place', text.replace(/(extra.*\n)(index.*\n)/, '$2$1')],
    ['no checkpoint', text.slice(0, text.indexOf('\n\n') + 2)],
    ['no empty line', text.replaceAll('\n\n', '\n')],
    ['more hashes than any tree has', text.replace(`${toBase64(hashes[0]!)}\n`, `${toBase64(hashes[0]!)}\n`.repeat(64))],
  ])('%s: no proof', (_, broken) => {
    expect(parseLogProof(broken)).toBeNull()
  })
})

test('an entry is the hash of salt and receipt, and every byte of both counts', () => {
  const [salt, hash] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  const entry = toBase64(receiptEntry(salt, hash))
  expect(entry).toBe('1Bz8m4h+0tejqAxKvzFIAUj65oO9Z3/I3+F7c+9UL6E=')
  for (let at = 0; at < 32; at++) {
    expect(toBase64(receiptEntry(salt.with(at, 9), hash))).not.toBe(entry)
    expect(toBase64(receiptEntry(salt, hash.with(at, 9)))).not.toBe(entry)
  }
  expect(() => receiptEntry(salt.subarray(1), hash)).toThrow(RangeError)
})
