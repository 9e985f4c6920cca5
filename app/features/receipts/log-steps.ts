/**
 * The five checks of a receipt, each of which stands on the one before: its signature, its place in the company's public log, the
 * log's checkpoint, the witnesses of that checkpoint, and that the log goes on from what this browser saw of it.
 *
 * Invariant: what could not be checked has never passed, and nothing passes that stands on what has not.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Checkpoint, openCheckpoint } from '../../../rules/log/checkpoint'
import { cosignaturesOf } from '../../../rules/log/cosignature'
import { factEntry, receiptEntry, SALT_BYTES } from '../../../rules/log/entry'
import { HASH_BYTES, type Hash, isIncluded, leafHash } from '../../../rules/log/merkle'
import { type Note, type NoteKey, parseNoteKey } from '../../../rules/log/note'
import { parseLogProof } from '../../../rules/log/proof-file'
import { TILE_WIDTH, tilePath } from '../../../rules/log/tiles'
import { type CheckedReceipt, canonicalOrNull } from './check-receipts'
import type { StatementSum } from './check-statement'
import { type Compared, compareLogs, compareWithSeen, type FetchTile, type SeenLog } from './seen-logs'

const LOG_STEPS = ['log', 'checkpoint', 'witnesses', 'history'] as const
export type StepName = 'signature' | 'sum' | (typeof LOG_STEPS)[number]
export type StepOutcome = 'passed' | 'waiting' | 'failed' | 'unchecked'

/** A company's log as its broker.json states it. */
export interface KnownLog {
  /** The broker whose receipts it holds, as their bodies name it. */
  readonly broker: string
  /** Where it stands on the company's host. */
  readonly path: string
  /** As name+id+key. */
  readonly keys: readonly string[]
  readonly witnesses: readonly { readonly name: string; readonly key: string; readonly kind: string }[]
  /** How many witnesses have to sign. */
  readonly needed: number
}

export interface ShownWitness {
  readonly name: string
  readonly kind: string
  readonly outcome: 'signed' | 'none' | 'wrong'
  /** Unix seconds. */
  readonly timeSeconds: number | null
}

/** A technical value behind a step, below `proof:detail.<name>`. */
export interface StepDetail {
  readonly name: string
  /** Hex digits. */
  readonly hash?: string
  readonly text?: string
  readonly count?: number
  /** It is not what it should be. */
  readonly isWrong?: true
}

export interface ProofStep {
  readonly name: StepName
  readonly outcome: StepOutcome
  /** Below `proof:step.<name>`. */
  readonly said: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly witnesses?: readonly ShownWitness[]
  readonly details?: readonly StepDetail[]
  /** Two signed notes that contradict each other, with the hashes between them. */
  readonly evidence?: string
}

/** What of a company's log is the same for everybody. */
export interface LogReader {
  readonly tile: FetchTile
  /** Its newest signed note; null where there is none. @throws without a connection */
  newest(): Promise<string | null>
}

interface Given {
  readonly checked: CheckedReceipt
  /** The text of its proof; null: the file carries proofs but none of this receipt; undefined: it carries none at all. */
  readonly proof: string | null | undefined
  readonly log: KnownLog | undefined
  readonly memory: Pick<Storage, 'getItem' | 'setItem'> | null
  readerOf(log: KnownLog): LogReader
}

export async function proofSteps({ checked, proof, log, memory, readerOf }: Given): Promise<readonly ProofStep[]> {
  const signature = signatureStep(checked)
  if (checked.fault !== null) return [signature, ...logRest()]
  // A statement is a fact about its owner.
  const what = checked.receipt.body.event === 'statement' ? factEntry : receiptEntry
  const entry = { what, hash: hexToBytes(checked.receipt.hash) }
  return [signature, ...(await logSteps({ entry, proof, log, memory, readerOf }))]
}

/** Of a statement the same five, and behind its signature whether its rows are those that were signed and add up. */
export async function statementSteps(given: Given & { readonly sum: StatementSum }): Promise<readonly ProofStep[]> {
  const { checked, proof, log, memory, readerOf, sum } = given
  const signature = signatureStep(checked, 'statement')
  if (checked.fault !== null) return [signature, notReached('sum'), ...logRest()]
  const added = sumStep(sum)
  if (added.outcome === 'failed') return [signature, added, ...logRest()]
  const entry = { what: factEntry, hash: hexToBytes(checked.receipt.hash) }
  const steps = await logSteps({ entry, proof, log, memory, readerOf })
  // What is said of a receipt in the log is said of a statement in words of its own.
  const own = (step: ProofStep) => (step.name === 'log' && OF_RECEIPTS.has(step.said) ? { ...step, said: `${step.said}Statement` } : step)
  return [signature, added, ...steps.map(own)]
}

const OF_RECEIPTS: ReadonlySet<string> = new Set(['passed', 'failed', 'waiting'])

interface GivenEntry extends Pick<Given, 'proof' | 'log' | 'memory' | 'readerOf'> {
  readonly entry: { readonly what: (salt: Uint8Array, hash: Hash) => Uint8Array; readonly hash: Hash }
}

/** The four checks of what is said to be an entry of a log: its place, the checkpoint, the witnesses, the same history. */
async function logSteps({ entry, proof, log, memory, readerOf }: GivenEntry): Promise<readonly ProofStep[]> {
  if (proof === undefined) return logRest({ name: 'log', outcome: 'unchecked', said: 'noProof' })
  if (proof === null) return logRest({ name: 'log', outcome: 'waiting', said: 'waiting' })
  const parsed = parseLogProof(proof)
  if (parsed === null || parsed.extra?.length !== SALT_BYTES || entry.hash.length !== HASH_BYTES) return logRest(failed('log'))
  const keys = (log?.keys ?? []).map(parseNoteKey).filter((key) => key !== null)
  if (log === undefined || keys.length === 0) return logRest({ name: 'log', outcome: 'unchecked', said: 'keyUnknown' })
  const opened = openCheckpoint(parsed.checkpoint, keys)
  // Where a receipt stands is only as good as the state of the log that it is proven against.
  if (!opened.ok) return logRest({ name: 'log', outcome: 'unchecked', said: 'noCheckpoint' }, failed('checkpoint'))
  const { checkpoint, note } = opened
  const leaf = leafHash(entry.what(parsed.extra, entry.hash))
  if (!isIncluded({ ...checkpoint, index: parsed.index, leaf }, parsed.hashes)) return logRest(failed('log'))
  const steps = [placeStep(parsed.index, leaf, parsed.hashes.length, checkpoint), checkpointStep(checkpoint)]
  const reader = readerOf(log)
  const own: SeenLog = { ...checkpoint, note: parsed.checkpoint }
  const signed = witnessStep(note, log)
  const later = signed.outcome === 'waiting' ? await laterWitnessed(own, keys, log, reader).catch(() => null) : null
  if (later?.kind === 'contradiction') return [...steps, signed, historyStep(later.compared)]
  const witnesses = later?.step ?? signed
  if (witnesses.outcome === 'failed' || witnesses.outcome === 'waiting') return logRest(...steps, witnesses)
  return [...steps, witnesses, historyStep(await compareWithSeen(later?.seen ?? own, memory, reader.tile))]
}

const failed = (name: StepName): ProofStep => ({ name, outcome: 'failed', said: 'failed' })

const notReached = (name: StepName): ProofStep => ({ name, outcome: 'unchecked', said: 'stopped' })

/** These of the four, and the rest as not reached. */
function logRest(...steps: readonly ProofStep[]): readonly ProofStep[] {
  return [...steps, ...LOG_STEPS.slice(steps.length).map(notReached)]
}

function sumStep({ fault, rows, place, expected, stated }: StatementSum): ProofStep {
  if (fault === null) return { name: 'sum', outcome: 'passed', said: 'passed', values: { rows } }
  const details: StepDetail[] =
    stated === ''
      ? []
      : [
          { name: 'expected', text: expected },
          { name: 'stated', text: stated, isWrong: true },
        ]
  return { name: 'sum', outcome: 'failed', said: fault, values: { rows, place }, details }
}

function placeStep(index: number, leaf: Hash, hashes: number, { size }: Checkpoint): ProofStep {
  const page = Math.floor(index / TILE_WIDTH)
  const path = tilePath({ level: 'entries', index: page, width: Math.min(TILE_WIDTH, size - page * TILE_WIDTH) })
  const details = [
    { name: 'entry', hash: bytesToHex(leaf) },
    { name: 'hashes', count: hashes },
    { name: 'page', text: path },
  ]
  return { name: 'log', outcome: 'passed', said: 'passed', values: { index }, details }
}

function checkpointStep({ origin, size, root }: Checkpoint): ProofStep {
  const details = [
    { name: 'log', text: origin },
    { name: 'root', hash: bytesToHex(root) },
  ]
  return { name: 'checkpoint', outcome: 'passed', said: 'passed', values: { size }, details }
}

function historyStep({ outcome, said, history, evidence }: Compared): ProofStep {
  const step: ProofStep = { name: 'history', outcome, said, ...(evidence === undefined ? {} : { evidence }) }
  if (history === undefined) return step
  const { before, now, roots, hashes } = history
  const details: StepDetail[] =
    roots === undefined
      ? [
          { name: 'before', count: before },
          { name: 'now', count: now },
          { name: 'hashes', count: hashes },
        ]
      : [
          { name: 'rootBefore', hash: bytesToHex(roots.before) },
          { name: 'rootNow', hash: bytesToHex(roots.now), isWrong: true },
        ]
  return { ...step, values: { size: before, added: now - before }, details }
}

/**
 * Witnesses sign the newest state alone, so the one a receipt was proven against may never be signed. A later one that they signed,
 * and that has grown out of it, is as good: everything in the older is in it. Null where there is none yet. What contradicts is told
 * whoever signed it beside the log.
 */
async function laterWitnessed(own: SeenLog, keys: readonly NoteKey[], log: KnownLog, reader: LogReader): Promise<Later | null> {
  const text = await reader.newest()
  const opened = text === null ? null : openCheckpoint(text, keys)
  if (text === null || opened === null || !opened.ok) return null
  const seen: SeenLog = { ...opened.checkpoint, note: text }
  if (seen.origin !== own.origin || seen.size < own.size) return null
  const compared = await compareLogs(own, seen, reader.tile)
  if (compared.outcome === 'failed') return { kind: 'contradiction', compared }
  const step = witnessStep(opened.note, log)
  return compared.outcome === 'passed' && step.outcome === 'passed' ? { kind: 'witnessed', step, seen } : null
}

type Later =
  | { readonly kind: 'contradiction'; readonly compared: Compared }
  | { readonly kind: 'witnessed'; readonly step: ProofStep; readonly seen: SeenLog }

function signatureStep({ fault, key, receipt }: CheckedReceipt, of = 'receipt'): ProofStep {
  const { body, hash, key_id: keyId } = receipt
  const values = { owner: key?.owner ?? '', key: keyId.slice(0, 8) }
  const signedWith: StepDetail = { name: 'key', hash: keyId }
  if (fault === null) return { name: 'signature', outcome: 'passed', said: 'passed', values, details: [signedWith, { name: of, hash }] }
  if (fault === 'key_unknown') return { name: 'signature', outcome: 'waiting', said: 'waiting', values, details: [signedWith] }
  const text = canonicalOrNull(body)
  const own = text === null ? null : bytesToHex(sha256(utf8ToBytes(text)))
  const details: StepDetail[] = [{ name: 'signedHash', hash }]
  if (own !== null && own !== hash) details.push({ name: 'textHash', hash: own, isWrong: true })
  return { ...failed('signature'), values, details: [...details, signedWith] }
}

/** Of a key that cannot be read nobody has signed: it counts among all, never among those that did. */
function witnessStep(note: Note, { witnesses, needed }: KnownLog): ProofStep {
  if (witnesses.length === 0) return { name: 'witnesses', outcome: 'unchecked', said: 'none' }
  const shown = witnesses.map(({ name, kind, key }): ShownWitness => {
    const noteKey: NoteKey | null = parseNoteKey(key)
    const [found] = noteKey === null ? [] : cosignaturesOf(note, [noteKey])
    return { name, kind, outcome: found?.outcome ?? 'none', timeSeconds: found?.timeSeconds ?? null }
  })
  const signers = new Set(witnesses.filter((_, index) => shown[index]?.outcome === 'signed').map(({ key }) => key))
  const values = { signed: signers.size, all: witnesses.length, needed }
  if (shown.some(({ outcome }) => outcome === 'wrong')) return { ...failed('witnesses'), values, witnesses: shown }
  const isEnough = signers.size >= Math.max(1, needed)
  const missing = { ...values, missing: Math.max(1, needed) - signers.size }
  return isEnough
    ? { name: 'witnesses', outcome: 'passed', said: 'passed', values, witnesses: shown }
    : { name: 'witnesses', outcome: 'waiting', said: 'waiting', values: missing, witnesses: shown }
}
