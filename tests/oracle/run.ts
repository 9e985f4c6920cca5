/**
 * Our logs against the code of Go's checksum database, both ways: every tree of 0 to 1,025 entries and larger ones by chance.
 * `node --import tsx tests/oracle/run.ts [--seed N]`; needs Go and golang.org/x/mod where Debian puts it.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { getPublicKey, sign } from '@noble/ed25519'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64, toBase64 } from '../../rules/log/base64'
import { checkpointText, parseCheckpoint } from '../../rules/log/checkpoint'
import {
  consistencySpans,
  HASH_BYTES,
  type Hash,
  inclusionSpans,
  isConsistent,
  isIncluded,
  isSameHash,
  leafHash,
  rootHash,
  spanHash,
} from '../../rules/log/merkle'
import { openNote, parseNoteKey, SIGNATURE_KIND, signNote, writeNoteKey } from '../../rules/log/note'
import { type HashTile, hashOver, subtreeReader, tilePath, tilesBetween } from '../../rules/log/tiles'
import { Random } from '../simulation/random'
import { buildGo } from './go-program'

const EVERY_SIZE = 1_025
const RANDOM_SIZES = 60
const MAX_SIZE = 70_000
const ORIGIN = 'go.sum database tree'

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const random = new Random(Number(values.seed))
const below = (bound: number): number => random.below(bound)

const sizes = [
  ...Array.from({ length: EVERY_SIZE + 1 }, (_, size) => size),
  ...[65_535, 65_536, 65_537],
  ...Array.from({ length: RANDOM_SIZES }, () => EVERY_SIZE + below(MAX_SIZE)),
].sort((one, other) => one - other)

const leaves: Hash[] = []
/** Full tiles of hashes, kept: they never change. */
const full = new Map<string, Uint8Array>()

function tilesOfTree(size: number): { tile: HashTile; bytes: Uint8Array }[] {
  while (leaves.length < size) leaves.push(leafHash(utf8ToBytes(`entry ${leaves.length}`)))
  return tilesBetween(0, size).map((tile) => {
    const name = `${tile.level}/${tile.index}`
    const known = full.get(name)
    if (known !== undefined) return { tile, bytes: known }
    const bytes = new Uint8Array(tile.width * HASH_BYTES)
    for (let at = 0; at < tile.width; at++) {
      const place = tile.index * 256 + at
      bytes.set(tile.level === 0 ? leaves[place]! : hashOver(full.get(`${tile.level - 1}/${place}`)!), at * HASH_BYTES)
    }
    if (tile.width === 256) full.set(name, bytes)
    return { tile, bytes }
  })
}

const secret = Uint8Array.from({ length: 32 }, () => below(256))
const key = { name: 'candor.example/log', kind: SIGNATURE_KIND.note, publicKey: getPublicKey(secret) }
const roots = new Map<number, Hash>()

function damaged(note: string): { Note: string; Opens: boolean }[] {
  return Array.from({ length: 3 }, () => {
    const bytes = utf8ToBytes(note)
    bytes[below(bytes.length)]! ^= 1 << below(8)
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    return { Note: text, Opens: openNote(text, [key]).ok }
  })
}

function caseOf(size: number) {
  const tiles = tilesOfTree(size)
  const byName = new Map(tiles.map(({ tile, bytes }) => [`${tile.level}/${tile.index}`, bytes]))
  const read = subtreeReader(({ level, index }) => byName.get(`${level}/${index}`))
  const root = rootHash(size, read)
  roots.set(size, root)
  const index = below(size)
  const older = size === 0 ? 0 : 1 + below(size)
  const olderRoot = older === 0 ? root : rootHash(older, read)
  const inclusion = size === 0 ? [] : inclusionSpans(index, size).map((span) => spanHash(span, read))
  const consistency = size === 0 ? [] : consistencySpans(older, size).map((span) => spanHash(span, read))
  const note = signNote(checkpointText({ origin: ORIGIN, size, root }), key, (message) => sign(message, secret))
  return {
    trees: { index, older: { size: older, root: olderRoot }, newer: { size, root } },
    asked: {
      Size: size,
      Index: index,
      Older: older,
      Root: toBase64(root),
      OlderRoot: toBase64(olderRoot),
      Inclusion: inclusion.map(toBase64),
      Consistency: consistency.map(toBase64),
      Tiles: Object.fromEntries(tiles.map(({ tile, bytes }) => [tilePath(tile), Buffer.from(bytes).toString('base64')])),
      Note: note,
      Key: writeNoteKey(key),
      Damaged: size % 8 === 0 ? damaged(note) : [],
    },
  }
}

interface Answer {
  readonly Root: string
  readonly Inclusion: readonly string[] | null
  readonly Consistency: readonly string[] | null
  readonly Note: string
  readonly Key: string
  readonly Problems: readonly string[] | null
}

/** What we find wrong with what they made. */
function judge({ trees, asked }: ReturnType<typeof caseOf>, answer: Answer): string[] {
  const { index, older, newer } = trees
  const problems = [...(answer.Problems ?? [])]
  const say = (text: string) => problems.push(`size ${newer.size}: ${text}`)
  const inclusion = (answer.Inclusion ?? []).map((hash) => fromBase64(hash) ?? new Uint8Array())
  const consistency = (answer.Consistency ?? []).map((hash) => fromBase64(hash) ?? new Uint8Array())
  if (newer.size > 0) {
    const entry = { index, size: newer.size, root: newer.root, leaf: leaves[index]! }
    if (!isIncluded(entry, inclusion) || inclusion.map(toBase64).join() !== asked.Inclusion.join())
      say(`their inclusion of ${index} differs`)
    if (!isConsistent(older, newer, consistency) || consistency.map(toBase64).join() !== asked.Consistency.join())
      say(`their consistency with ${older.size} differs`)
  }
  const theirs = parseNoteKey(answer.Key)
  const opened = theirs === null ? null : openNote(answer.Note, [theirs])
  const checkpoint = opened?.ok ? parseCheckpoint(opened.note.text) : null
  if (checkpoint === null || checkpoint.size !== newer.size || !isSameHash(checkpoint.root, newer.root)) say('their note does not open')
  return problems
}

const folder = mkdtempSync(path.join(tmpdir(), 'candor-oracle-'))
const program = path.join(folder, 'oracle')
try {
  buildGo(import.meta.dirname, program)
  const problems: string[] = []
  const AT_ONCE = 50
  for (let at = 0; at < sizes.length; at += AT_ONCE) {
    // Each run begins with an empty tree and grows it to its largest size.
    const cases = sizes.slice(at, at + AT_ONCE).map(caseOf)
    const input = cases.map(({ asked }) => JSON.stringify(asked)).join('\n')
    const run = spawnSync(program, { input, encoding: 'utf8', maxBuffer: 1 << 28 })
    const answers = run.stdout.split('\n').filter(Boolean)
    if (run.status !== 0 || answers.length !== cases.length) throw new Error(`the oracle failed: ${run.stderr}`)
    for (const [place, one] of cases.entries()) problems.push(...judge(one, JSON.parse(answers[place]!) as Answer))
  }
  for (const problem of problems) console.log(problem)
  console.log(`${sizes.length} trees of 0 to ${sizes.at(-1)} entries (seed ${values.seed}): ${problems.length} disagreements with Go`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
