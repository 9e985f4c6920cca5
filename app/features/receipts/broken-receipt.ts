/**
 * A receipt as trading writes it, signed once with a key that was made for it and thrown away, and the same with other facts: to see
 * a check fail.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Receipt } from '../../../contract/orders'
import { canonicalOrNull, checkReceipt } from './check-receipts'
import type { TrustedKey } from './trusted-keys'

const EXAMPLE_KEY: TrustedKey = {
  keyId: '07b153ced2144dd4',
  publicKey: 'yYQJvzFUZOw2HOuL2apRIRYN8iiKbqiZfgLo3VkFwmY',
  broker: 'example',
  owner: '',
}

/** What the example says and nobody changes. */
export const EXAMPLE_INSTRUMENT = 'EURUSD'

const EXAMPLE: Receipt = {
  body: {
    v: 1,
    broker: 'example',
    legal_entity: 'Example',
    demo_account: true,
    account: '7',
    event: 'order_opened',
    order: '881236',
    instrument: EXAMPLE_INSTRUMENT,
    side: 'buy',
    lots: '0.20',
    leverage: '100',
    requested_price: '1.16338',
    price: '1.16340',
    margin: '232.68000000',
    fee: '1.40000000',
    reason: 'market',
    previous: '',
    at: 1_795_172_567_318,
    key_id: '07b153ced2144dd4',
  },
  hash: '815c86bfdbec76a085762bcaac74f54a2f106b5aaf0b9f60bd74623022697fbd',
  key_id: '07b153ced2144dd4',
  signature: 'XsNdsAc7apYak31sZdnhjph1JisVAkcM6SvG4XWIsv0dFohyosDLxPtSWTOU6FTNT5pIb1FEN6tSwqSVgoPnAQ',
}

/** What of it can be changed, as it is written on the page; the time in UTC, `2026-11-20 11:02:47.318`. */
export const CHANGEABLE = ['lots', 'price', 'time'] as const
export type Changeable = (typeof CHANGEABLE)[number]
export type ChangeableFacts = Readonly<Record<Changeable, string>>

const ISSUED: ChangeableFacts = { lots: '0.20', price: '1.16340', time: '2026-11-20 11:02:47.318' }

/** The example with at most one thing changed, by the key of its words: a pip of this instrument is its fourth decimal. */
export const BREAKS = {
  issued: ISSUED,
  price: { ...ISSUED, price: '1.16350' },
  time: { ...ISSUED, time: '2026-11-20 11:02:46.318' },
  lots: { ...ISSUED, lots: '0.10' },
} as const satisfies Readonly<Record<string, ChangeableFacts>>

export type BreakId = keyof typeof BREAKS
export const BREAK_IDS = Object.keys(BREAKS) as readonly BreakId[]

export interface BrokenReceipt {
  /** What differs from what was signed. */
  readonly changed: readonly Changeable[]
  /** The hash that was signed, and the hash of what stands there now. */
  readonly signed: string
  readonly own: string
  readonly isGenuine: boolean
}

/** The example saying these facts, checked by the code that checks any receipt. */
export function breakReceipt(facts: ChangeableFacts): BrokenReceipt {
  const body: Receipt['body'] = { ...EXAMPLE.body, lots: facts.lots, price: facts.price, at: momentOf(facts.time) }
  const own = bytesToHex(sha256(utf8ToBytes(canonicalOrNull(body) ?? '')))
  const isGenuine = checkReceipt({ ...EXAMPLE, body }, [EXAMPLE_KEY]).fault === null
  return { changed: CHANGEABLE.filter((name) => facts[name] !== ISSUED[name]), signed: EXAMPLE.hash, own, isGenuine }
}

/** Unix milliseconds of a moment of UTC; what is no moment stays the text that it is. */
function momentOf(text: string): number | string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)$/.exec(text) ?? []
  const at = Date.parse(`${day}T${time}Z`)
  return Number.isNaN(at) ? text : at
}

/** The facts as somebody types them: the spaces around them are no part of what they say. */
export const trimFacts = ({ lots, price, time }: ChangeableFacts): ChangeableFacts => ({
  ...{ lots: lots.trim(), price: price.trim(), time: time.trim() },
})
