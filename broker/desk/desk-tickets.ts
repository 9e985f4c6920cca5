/**
 * Tickets for the desk's socket, so that the token of a session never reaches a script.
 *
 * Invariant: a ticket opens one connection within 30 seconds, for the session that asked for it. It carries its session sealed under
 * the master key and is kept nowhere: any process of the broker reads it, and each remembers the ones used with it.
 */
import { randomBytes } from 'node:crypto'
import { seal, unseal } from '../secrets/seal'

const TICKET_LIFE_MS = 30_000
const PLACE = 'desk-ticket'

export function newDeskTicket(masterKey: Uint8Array, sessionHash: string, now: number): string {
  return seal(masterKey, PLACE, Buffer.from([sessionHash, now + TICKET_LIFE_MS, randomBytes(8).toString('hex')].join(' ')))
}

export class DeskTickets {
  /** Tickets that were used, with the moment from which they are too old anyway. */
  readonly #used = new Map<string, number>()

  constructor(private readonly masterKey: Uint8Array) {}

  /** Uses a ticket up; the hash of the session behind it, or undefined when it is none of ours, used or too old. */
  use(ticket: string, now: number): string | undefined {
    for (const [known, until] of this.#used) if (until <= now) this.#used.delete(known)
    const text = unseal(this.masterKey, PLACE, ticket)?.toString()
    const [sessionHash, until] = text?.split(' ') ?? []
    if (text === undefined || sessionHash === undefined || Number(until) <= now || this.#used.has(text)) return undefined
    this.#used.set(text, Number(until))
    return sessionHash
  }
}
