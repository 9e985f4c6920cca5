/** A company that shows one reader another log: five witnesses, two of them lying, three needed. Both readers check offline, by the notes alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askWitness } from '../../broker/log/ask-witness'
import type { NamedWitness } from '../../broker/log/witness-policy'
import { cosign, cosignaturesOf } from '../../rules/log/cosignature'
import { type NoteKey, parseNote, SIGNATURE_KIND, signatureLine } from '../../rules/log/note'
import { provenForks } from '../../scripts/witness/evidence'
import { knownLogs } from '../../scripts/witness/known-logs'
import { startWitness } from '../../scripts/witness/serve-witness'
import { openWitnessFolder } from '../../scripts/witness/witness-folder'
import { testKey, testLog } from '../fixtures/test-log'

const NEEDED = 3
const log = testLog('broker.example/log/a')
/** What only one reader is shown: the same up to entry 700. */
const forked = log.fork(700)
const liars = ['l1', 'l2'].map((name) => testKey(name, SIGNATURE_KIND.cosignature))
const honest: NamedWitness[] = []
const folders: string[] = []
const closers: (() => unknown)[] = []
let keys: NoteKey[]

beforeAll(async () => {
  for (const name of ['h1', 'h2', 'h3']) {
    const dir = mkdtempSync(path.join(tmpdir(), 'witness-'))
    const { key, trees, evidence: evidenceFolder, lock } = await openWitnessFolder(dir, name)
    const logs = knownLogs([log.key.noteKey])
    const { port, close } = await startWitness({
      host: '127.0.0.1',
      port: 0,
      key,
      trees,
      logs,
      evidenceFolder,
      now: Date.now,
      said: () => {},
    })
    honest.push({ name, url: `http://127.0.0.1:${port}`, key: key.text, noteKey: key.noteKey })
    folders.push(evidenceFolder)
    closers.push(
      close,
      () => lock.release(),
      () => rmSync(dir, { recursive: true }),
    )
  }
  keys = [...honest.map(({ noteKey }) => noteKey), ...liars.map(({ noteKey }) => noteKey)]
})
afterAll(async () => {
  for (const close of closers) await close()
})

/** The checkpoint with every signature that the company can get for it. */
async function withSignatures(which: typeof log, older: number, newer: number): Promise<string> {
  const note = which.checkpoint(newer)
  const lines = liars.map((key) => signatureLine(cosign(parseNote(note)!.text, key.noteKey, Math.floor(Date.now() / 1_000), key.sign)))
  for (const witness of honest) {
    const question = { oldSize: older, proof: which.proof(older, newer), note }
    const answer = await askWitness(witness, question, { nowMs: Date.now, signal: new AbortController().signal })
    if (answer.kind === 'signed') lines.push(answer.line)
  }
  return `${note}${lines.join('')}`
}

function signersOf(note: string): string[] {
  return cosignaturesOf(parseNote(note)!, keys).flatMap(({ key, outcome }) => (outcome === 'signed' ? [key.name] : []))
}

test('the log that everybody sees has the signatures of all', async () => {
  expect(signersOf(await withSignatures(log, 0, 1_000))).toEqual(['h1', 'h2', 'h3', 'l1', 'l2'])
})

test.each([
  ['of the same size', 1_000],
  ['that has grown', 1_003],
])('the other log %s never has enough signatures, from its first checkpoint on, and every honest witness holds the evidence', async (_what, size) => {
  const before = folders.map((folder) => provenForks(folder).length)
  const shown = signersOf(await withSignatures(forked, 1_000, size))
  expect(shown).toEqual(['l1', 'l2'])
  expect(shown.length).toBeLessThan(NEEDED)
  expect(folders.map((folder) => provenForks(folder).length)).toEqual(before.map((count) => count + 1))
})

test('the first history goes on', async () => {
  expect(signersOf(await withSignatures(log, 1_000, 1_010))).toEqual(['h1', 'h2', 'h3', 'l1', 'l2'])
})
