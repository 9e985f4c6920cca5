/**
 * What a witness keeps of logs that showed it two histories: both notes, and the proof that came with the second, a file each.
 *
 * Invariant: a proven fork is never dropped or written over. Of what only may be one the newest few are kept, because anybody can send
 * a log's real checkpoint with a wrong proof.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { writeDurably } from '../../broker/ground/write-durably'
import { toBase64 } from '../../rules/log/base64'
import type { Hash } from '../../rules/log/merkle'
import type { Fork } from './add-checkpoint'
import { fileNameOf } from './signed-trees'

const MAX_SUSPECTED = 20
const MAX_PROVEN = 1_000

interface Shown {
  readonly origin: string
  readonly keys: readonly string[]
  /** The note that was signed before. */
  readonly kept: string
  readonly fork: Fork
  readonly oldSize: number
  readonly proof: readonly Hash[]
}

/** Proven forks in the folder, by file. */
export function provenForks(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('fork-') && name.endsWith('.json')) : []
}

/** @returns the file; null where it is kept already, or there is too much of its kind */
export async function keepEvidence(
  folder: string,
  { origin, keys, kept, fork, oldSize, proof }: Shown,
  now: number,
): Promise<string | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kind = fork.isProven ? 'fork' : 'suspected'
  const proofText = proof.map(toBase64)
  // The same two notes are one finding, whatever came with them.
  const digest = createHash('sha256').update(`${kept}\n${fork.shown}`).digest('hex').slice(0, 16)
  const file = path.join(folder, `${kind}-${fileNameOf(origin)}-${digest}.json`)
  if (existsSync(file)) return null
  if (fork.isProven && provenForks(folder).length >= MAX_PROVEN) return null
  if (!fork.isProven) await dropOldest(folder, `suspected-${fileNameOf(origin)}-`)
  const meaning = fork.isProven
    ? 'The log has signed two histories: no tree has both.'
    : 'The log has signed the second note, and what came with it did not prove that it grew out of the first.'
  const content = {
    log: origin,
    keys,
    at: new Date(now).toISOString(),
    meaning,
    first: kept,
    second: fork.shown,
    oldSize,
    proof: proofText,
  }
  await writeDurably(file, `${JSON.stringify(content, null, 2)}\n`)
  return file
}

async function dropOldest(folder: string, prefix: string): Promise<void> {
  const files = readdirSync(folder).filter((name) => name.startsWith(prefix))
  if (files.length < MAX_SUSPECTED) return
  const byAge = files.map((name) => ({ name, at: statSync(path.join(folder, name)).mtimeMs })).sort((one, other) => one.at - other.at)
  for (const { name } of byAge.slice(0, files.length - MAX_SUSPECTED + 1)) await rm(path.join(folder, name), { force: true })
}
