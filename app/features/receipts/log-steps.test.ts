import { generateKeyPairSync, sign } from 'node:crypto'
import { fc, test as prop } from '@fast-check/vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../../contract/orders'
import type { Tenant } from '../../../contract/tenant'
import { checkpointText } from '../../../rules/log/checkpoint'
import { cosign } from '../../../rules/log/cosignature'
import { receiptEntry } from '../../../rules/log/entry'
import { type Hash, inclusionSpans, leafHash, rootHash, spanHash } from '../../../rules/log/merkle'
import { type NoteKey, parseNote, SIGNATURE_KIND, signNote, writeNote, writeNoteKey } from '../../../rules/log/note'
import { writeLogProof } from '../../../rules/log/proof-file'
import { hashOver, tilePath, tilesOf } from '../../../rules/log/tiles'
import { TEST_SIGNING_KEY, testSigner } from '../../../tests/fixtures/test-signer'
import { checkReceipts } from './check-receipts'
import { type KnownLog, type LogReader, proofSteps } from './log-steps'
import { bodyExample } from './receipt-examples'
import { compareWithSeen, type FetchTile, type SeenLog, seenBefore } from './seen-logs'

const ORIGIN = 'aurora.test/log/aurora'
const KEY = { keyId: TEST_SIGNING_KEY.keyId, publicKey: TEST_SIGNING_KEY.publicKey, broker: 'aurora', owner: 'Aurora' }

function party(name: string, kind: NoteKey['kind']) {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = new Uint8Array(Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  const key: NoteKey = { name, kind, publicKey }
  return { key, sign: (message: Uint8Array) => new Uint8Array(sign(null, message, pair.privateKey)) }
}
const logger = party(ORIGIN, SIGNATURE_KIND.note)
const witnesses = ['north.test', 'lund.test', 'harbour.test'].map((name) => party(name, SIGNATURE_KIND.cosignature))

const { body, hash, keyId, signature } = testSigner.sign({ id: 'aurora' } as Tenant, bodyExample())
const receipt: Receipt = { body: JSON.parse(body) as Receipt['body'], hash, key_id: keyId, signature }
const SALT = new Uint8Array(32).fill(7)
const PLACE = 4

function leavesOf(size: number, mark = 1): Hash[] {
  return Array.from({ length: size }, (_, index) =>
    leafHash(index === PLACE ? receiptEntry(SALT, hexToBytes(hash)) : Uint8Array.of(mark, index)),
  )
}
const reader = (leaves: readonly Hash[]) => {
  const read = ({ height, index }: { height: number; index: number }): Hash => {
    const width = 2 ** height
    return hashOver(new Uint8Array(Buffer.concat(leaves.slice(index * width, (index + 1) * width))))
  }
  return read
}
function noteOf(leaves: readonly Hash[], signers = witnesses): string {
  const text = checkpointText({ origin: ORIGIN, size: leaves.length, root: rootHash(leaves.length, reader(leaves)) })
  const note = parseNote(signNote(text, logger.key, logger.sign))
  if (note === null) throw new Error('no note')
  return writeNote({ text, signatures: [...note.signatures, ...signers.map((one) => cosign(text, one.key, 1_700_000_000, one.sign))] })
}
function proofOf(leaves: readonly Hash[], signers = witnesses): string {
  const hashes = inclusionSpans(PLACE, leaves.length).map((span) => spanHash(span, reader(leaves)))
  return writeLogProof({ index: PLACE, hashes, checkpoint: noteOf(leaves, signers), extra: SALT })
}
const LOG: KnownLog = {
  broker: 'aurora',
  path: '/log/aurora/',
  keys: [writeNoteKey(logger.key)],
  witnesses: witnesses.map(({ key }) => ({ name: key.name, key: writeNoteKey(key), kind: 'club' })),
  needed: 2,
}
/** Has seen the checkpoint before, so that nothing need be asked of the network. */
function memoryOf(...seen: readonly SeenLog[]) {
  const kept = new Map<string, string>()
  for (const { origin, size, root, note } of seen)
    kept.set(`candor.log.${origin}`, JSON.stringify({ size, root: Buffer.from(root).toString('base64'), note }))
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}
const seen = (leaves: readonly Hash[], signers = witnesses): SeenLog => ({
  origin: ORIGIN,
  size: leaves.length,
  root: rootHash(leaves.length, reader(leaves)),
  note: noteOf(leaves, signers),
})
const served =
  (leaves: readonly Hash[]): FetchTile =>
  async (path) => {
    const tile = tilesOf([{ height: 0, index: 0 }], leaves.length)[0]
    return tile !== undefined && path === tilePath(tile) ? new Uint8Array(Buffer.concat(leaves)) : null
  }
const away: FetchTile = () => Promise.reject(new TypeError('no connection'))
const silent: LogReader = { tile: away, newest: () => Promise.reject(new TypeError('no connection')) }

async function stepsWith(
  proof: string | null | undefined,
  options: Partial<Parameters<typeof proofSteps>[0]> = {},
  given: Receipt = receipt,
) {
  const report = await checkReceipts(JSON.stringify({ receipts: [given], proofs: [] }), [KEY])
  const checked = report.ok ? report.receipts[0] : undefined
  if (checked === undefined) throw new Error('no receipt')
  return proofSteps({ checked, proof, log: LOG, memory: memoryOf(seen(leavesOf(11))), readerOf: () => silent, ...options })
}

async function outcomes(proof: string | null | undefined, log: KnownLog | undefined = LOG, given: Receipt = receipt): Promise<string[]> {
  return (await stepsWith(proof, { log }, given)).map(({ outcome }) => outcome)
}

describe('the five checks', () => {
  const proof = proofOf(leavesOf(11))
  const three = ['passed', 'passed', 'passed']
  test('all pass for a receipt in a witnessed log', async () => expect(await outcomes(proof)).toEqual([...three, 'passed', 'passed']))
  test.each<[string, string | null | undefined, KnownLog | undefined, string[]]>([
    ['a copy without proofs', undefined, LOG, ['passed', 'unchecked', 'unchecked', 'unchecked', 'unchecked']],
    ['a receipt that is not sealed yet', null, LOG, ['passed', 'waiting', 'unchecked', 'unchecked', 'unchecked']],
    ['one signature where two are needed', proofOf(leavesOf(11), witnesses.slice(0, 1)), LOG, [...three, 'waiting', 'unchecked']],
    ['a company without witnesses', proof, { ...LOG, witnesses: [] }, [...three, 'unchecked', 'passed']],
    ['a log whose keys are not known', proof, { ...LOG, keys: [] }, ['passed', 'unchecked', 'unchecked', 'unchecked', 'unchecked']],
    [
      'a checkpoint of another log',
      proof,
      { ...LOG, keys: [writeNoteKey(party(ORIGIN, 1).key)] },
      ['passed', 'unchecked', 'failed', 'unchecked', 'unchecked'],
    ],
  ])('%s', async (_, given, log, expected) => expect(await outcomes(given, log)).toEqual(expected))

  test('a changed receipt fails the first and nothing stands on it', async () => {
    const changed = { ...receipt, body: { ...receipt.body, price: '1.16433' } }
    expect(await outcomes(proof, LOG, changed)).toEqual(['failed', 'unchecked', 'unchecked', 'unchecked', 'unchecked'])
  })

  prop.prop([fc.nat(proof.length - 1), fc.integer({ min: 1, max: 127 })], { numRuns: 60 })(
    'one changed byte of the proof never passes them all',
    async (at, by) => {
      const other = proof.slice(0, at) + String.fromCharCode(proof.charCodeAt(at) ^ by) + proof.slice(at + 1)
      // All witnesses are needed: a line that is nobody's any more is passed over, and two of three would still do.
      expect((await outcomes(other, { ...LOG, needed: witnesses.length })).every((one) => one === 'passed')).toBe(false)
    },
  )
})

describe('the same history', () => {
  test('a log that is seen first is remembered, and one that grew out of it passes', async () => {
    const memory = memoryOf()
    expect(await compareWithSeen(seen(leavesOf(11)), memory, away)).toEqual({ outcome: 'unchecked', said: 'first' })
    expect(await compareWithSeen(seen(leavesOf(23)), memory, served(leavesOf(23)))).toMatchObject({
      outcome: 'passed',
      said: 'passed',
      history: { before: 11, now: 23 },
    })
    expect(seenBefore(memory, ORIGIN)?.size).toBe(23)
    // An older checkpoint is the beginning of the one that is remembered.
    expect((await compareWithSeen(seen(leavesOf(11)), memory, served(leavesOf(23)))).outcome).toBe('passed')
    expect(seenBefore(memory, ORIGIN)?.size).toBe(23)
  })

  test.each([11, 23])('a rewritten log of %i entries is told, with both notes, and not remembered', async (size) => {
    const memory = memoryOf()
    const before = seen(leavesOf(11))
    await compareWithSeen(before, memory, away)
    const now = seen(leavesOf(size, 2))
    const told = await compareWithSeen(now, memory, served(leavesOf(size, 2)))
    expect(told).toMatchObject({ outcome: 'failed', said: 'failed', history: { roots: { before: before.root } } })
    for (const note of [before.note, now.note]) expect(told.evidence).toContain(note)
    expect(seenBefore(memory, ORIGIN)?.note).toBe(before.note)
  })

  test('without a connection it is not checked', async () => {
    const memory = memoryOf()
    await compareWithSeen(seen(leavesOf(11)), memory, away)
    expect(await compareWithSeen(seen(leavesOf(23)), memory, away)).toEqual({ outcome: 'unchecked', said: 'offline' })
  })

  test('a tile that was damaged on its way is asked for once more, past the caches, and is no rewritten log', async () => {
    const broken = (leaves: readonly Hash[]) => Uint8Array.from(Buffer.concat(leaves), (byte, at) => (at === 5 ? byte ^ 1 : byte))
    const asked: (boolean | undefined)[] = []
    const once: FetchTile = async (path, anew) => {
      asked.push(anew)
      const whole = await served(leavesOf(23))(path)
      return whole === null || anew ? whole : broken(leavesOf(23))
    }
    for (const older of [8, 11]) {
      const memory = memoryOf(seen(leavesOf(older)))
      expect((await compareWithSeen(seen(leavesOf(23)), memory, once)).outcome, `${older}`).toBe('passed')
      expect(asked).toContain(true)
      const always: FetchTile = async (path) => ((await served(leavesOf(23))(path)) === null ? null : broken(leavesOf(23)))
      const kept = memoryOf(seen(leavesOf(older)))
      expect(await compareWithSeen(seen(leavesOf(23)), kept, always), `${older}`).toEqual({ outcome: 'waiting', said: 'damaged' })
      expect(seenBefore(kept, ORIGIN)?.size).toBe(older)
    }
  })

  test('a tile that is cut short is damaged, too', async () => {
    const short: FetchTile = async (path) => (await served(leavesOf(23))(path))?.subarray(32) ?? null
    expect((await compareWithSeen(seen(leavesOf(23)), memoryOf(seen(leavesOf(11))), short)).said).toBe('damaged')
  })

  test('how often and since when is remembered, by the clock of the device', async () => {
    const memory = memoryOf()
    await compareWithSeen(seen(leavesOf(11)), memory, away, 1_000)
    await compareWithSeen(seen(leavesOf(23)), memory, served(leavesOf(23)), 2_000)
    await compareWithSeen(seen(leavesOf(11)), memory, served(leavesOf(23)), 3_000)
    expect(seenBefore(memory, ORIGIN)).toMatchObject({ firstAt: 1_000, newestAt: 2_000, count: 2 })
  })

  test('nonsense in the memory counts as nothing', () => {
    const memory = memoryOf()
    memory.setItem(`candor.log.${ORIGIN}`, '{"size":-1}')
    expect(seenBefore(memory, ORIGIN)).toBeNull()
  })
})

describe('a checkpoint that too few witnesses have signed', () => {
  const early = proofOf(leavesOf(11), witnesses.slice(0, 1))
  const memory = memoryOf()
  const reading = (leaves: readonly Hash[], note: string): LogReader => ({ tile: served(leaves), newest: async () => note })

  test('waits, and is not remembered', async () => {
    const steps = await stepsWith(early, { memory })
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'waiting', 'unchecked'])
    expect(steps[3]?.values).toMatchObject({ signed: 1, all: 3, needed: 2, missing: 1 })
    expect(seenBefore(memory, ORIGIN)).toBeNull()
  })

  test('is as good as a later one that they signed and that has grown out of it', async () => {
    const steps = await stepsWith(early, { memory, readerOf: () => reading(leavesOf(23), noteOf(leavesOf(23))) })
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'passed', 'unchecked'])
    expect(seenBefore(memory, ORIGIN)?.size).toBe(23)
  })

  test('goes on waiting while the later one has too few signatures as well', async () => {
    const later = reading(leavesOf(23), noteOf(leavesOf(23), witnesses.slice(0, 1)))
    expect((await stepsWith(early, { memory: memoryOf(), readerOf: () => later }))[3]?.outcome).toBe('waiting')
  })

  test('is evidence where the log has signed a later one that contradicts it', async () => {
    const other = reading(leavesOf(23, 2), noteOf(leavesOf(23, 2)))
    const steps = await stepsWith(early, { memory: memoryOf(), readerOf: () => other })
    expect(steps[4]).toMatchObject({ name: 'history', outcome: 'failed' })
    expect(steps[4]?.evidence).toContain(noteOf(leavesOf(23, 2), []).split('\n')[2] ?? 'root')
  })
})
