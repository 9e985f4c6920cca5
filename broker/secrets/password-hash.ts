/**
 * Hashes of passwords: argon2id, made and judged in the same time whether the account exists or not.
 *
 * Invariant: at most two hashes are computed at once, in threads that stand back behind everything else, one processor is left to the
 * rest, and few wait, so that a storm of sign-ins cannot starve the process. Whoever finds no place is told so and tries again.
 */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Turns } from '../ground/turns'

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const turns = new Turns({ atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 50 })

/** Stands in for the hash of an account that does not exist. No password matches it: what it says is random. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${encodeUnpadded(16)}$${encodeUnpadded(32)}`

type Verdict = 'match' | 'mismatch' | 'busy'

/** What a trader's row keeps of a password, or `busy` when too many wait already. */
export async function hashPassword(password: string): Promise<string | 'busy'> {
  return turns.take(async () => (await inThread({ password: spelling(password), cost: COST })) as string)
}

/**
 * `stored` is the account's hash, or null where there is no such account or it has no password; or the way to look it up, which is
 * gone only when the judging has its turn: who is turned away has cost the store nothing.
 */
export async function verifyPassword(password: string, stored: string | null | (() => Promise<string | null>)): Promise<Verdict> {
  return turns.take(async () => {
    const known = typeof stored === 'function' ? await stored() : stored
    const isMatch = await inThread({ password: spelling(password), stored: known ?? NOBODY })
    return isMatch === true && known !== null ? 'match' : 'mismatch'
  })
}

/** What hash-thread.mjs is told: to make a hash at this cost, or to judge a stored one. */
type HashJob = { readonly password: string } & ({ readonly cost: typeof COST } | { readonly stored: string })

interface HashDone {
  /** A hash that was made, or whether the password is the one. */
  readonly made?: string | boolean
  readonly failure?: string
}

const THREAD = new URL(import.meta.url.endsWith('.ts') ? './hash-thread.mjs' : './hash-thread.js', import.meta.url)
/** A server on which nobody signs in need not keep a thread for it. */
const IDLE_MS = 60_000

interface HashThread {
  readonly worker: Worker
  ending: NodeJS.Timeout | undefined
}

/** Those without a job: as many as there are turns at most, because each turn takes one and gives it back. */
const resting: HashThread[] = []

async function inThread(job: HashJob): Promise<string | boolean> {
  const thread = resting.pop() ?? { worker: new Worker(THREAD, { execArgv: [] }), ending: undefined }
  clearTimeout(thread.ending)
  const { made, failure } = await doneIn(thread.worker, job)
  // It keeps no process alive while it has nothing to do.
  thread.worker.unref()
  thread.ending = setTimeout(() => {
    resting.splice(resting.indexOf(thread), 1)
    void thread.worker.terminate()
  }, IDLE_MS).unref()
  resting.push(thread)
  if (made === undefined) throw new Error(failure)
  return made
}

function doneIn(worker: Worker, job: HashJob): Promise<HashDone> {
  worker.ref()
  return new Promise((resolve, reject) => {
    const listeners = {
      message: (done: HashDone) => settle(() => resolve(done)),
      error: (error: Error) => settle(() => reject(error)),
      exit: () => settle(() => reject(new Error('the thread that hashes passwords has ended'))),
    }
    const settle = (tell: () => void) => {
      for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener)
      tell()
    }
    for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener)
    worker.postMessage(job)
  })
}

/** One password typed on two keyboards is one password. */
function spelling(password: string): string {
  return password.normalize('NFKC')
}

function encodeUnpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}
