/**
 * A receipt as trading writes it, signed once with a key that was made for it and thrown away, and the same with one thing changed:
 * to see a check fail.
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

const EXAMPLE: Receipt = {
  body: {
    v: 1,
    broker: 'example',
    legal_entity: 'Example',
    demo_account: true,
    account: '7',
    event: 'order_opened',
    order: '881236',
    instrument: 'EURUSD',
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

/** What is changed in it, by the key of its words: a pip of this instrument is its fourth decimal. */
const CHANGES = {
  issued: {},
  price: { price: '1.16350' },
  time: { at: 1_795_172_566_318 },
  lots: { lots: '0.10' },
} as const

export type BreakId = keyof typeof CHANGES
export const BREAKS = Object.keys(CHANGES) as readonly BreakId[]

interface Broken {
  readonly id: BreakId
  readonly body: Receipt['body']
  /** The hash that was signed, and the hash of what stands there now. */
  readonly signed: string
  readonly own: string
  readonly isGenuine: boolean
}

let known: readonly Broken[] | undefined

/** Each of them, checked by the code that checks any receipt. */
export function brokenReceipts(): readonly Broken[] {
  known ??= BREAKS.map((id) => {
    const body: Receipt['body'] = { ...EXAMPLE.body, ...CHANGES[id] }
    const own = bytesToHex(sha256(utf8ToBytes(canonicalOrNull(body) ?? '')))
    return { id, body, signed: EXAMPLE.hash, own, isGenuine: checkReceipt({ ...EXAMPLE, body }, [EXAMPLE_KEY]).fault === null }
  })
  return known
}
