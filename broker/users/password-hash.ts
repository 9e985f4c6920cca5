/**
 * Hashes of passwords: argon2id, made and judged in the same time whether the account exists or not.
 *
 * Invariant: at most two hashes are computed at once, one processor is left to the rest, and few wait, so that a storm of sign-ins
 * cannot starve the process. Whoever finds no place is told so and tries again.
 */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const WAITING = 50

let running = 0
const queue: (() => void)[] = []

/** Stands in for the hash of an account that does not exist. No password matches it: what it says is random. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${unpadded(16)}$${unpadded(32)}`

export type Verdict = 'match' | 'mismatch' | 'busy'

/** What a trader's row keeps of a password, or `busy` when too many wait already. */
export async function hashPassword(password: string): Promise<string | 'busy'> {
  return inTurn(() => hash(spelling(password), COST))
}

/** `stored` is null where there is no such account, or it has no password. */
export async function verifyPassword(password: string, stored: string | null): Promise<Verdict> {
  return inTurn(async () => ((await verify(stored ?? NOBODY, spelling(password))) && stored !== null ? 'match' : 'mismatch'))
}

/** One password typed on two keyboards is one password. */
function spelling(password: string): string {
  return password.normalize('NFKC')
}

async function inTurn<T>(work: () => Promise<T>): Promise<T | 'busy'> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) return 'busy'
    await new Promise<void>((resolve) => queue.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    // The place goes to the next in line as it is; freeing it first would let a newcomer take it as well.
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}
