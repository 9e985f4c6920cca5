/**
 * Hashes of passwords: argon2id, made and judged in the same time whether the account exists or not.
 *
 * Invariant: at most two hashes are computed at once, one processor is left to the rest, and few wait, so that a storm of sign-ins
 * cannot starve the process. Whoever finds no place is told so and tries again.
 */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Turns } from '../turns'

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const turns = new Turns({ atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 50 })

/** Stands in for the hash of an account that does not exist. No password matches it: what it says is random. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${unpadded(16)}$${unpadded(32)}`

export type Verdict = 'match' | 'mismatch' | 'busy'

/** What a trader's row keeps of a password, or `busy` when too many wait already. */
export async function hashPassword(password: string): Promise<string | 'busy'> {
  return turns.take(() => hash(spelling(password), COST))
}

/**
 * `stored` is the account's hash, or null where there is no such account or it has no password; or the way to look it up, which is
 * gone only when the judging has its turn: who is turned away has cost the store nothing.
 */
export async function verifyPassword(password: string, stored: string | null | (() => Promise<string | null>)): Promise<Verdict> {
  return turns.take(async () => {
    const known = typeof stored === 'function' ? await stored() : stored
    return (await verify(known ?? NOBODY, spelling(password))) && known !== null ? 'match' : 'mismatch'
  })
}

/** One password typed on two keyboards is one password. */
function spelling(password: string): string {
  return password.normalize('NFKC')
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}
