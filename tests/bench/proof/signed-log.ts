/** A log of receipts as a company publishes it, made in memory: signed receipts, the tree over them, its checkpoint with witnesses, and proofs. */
import { sign } from 'node:crypto'
import type { KnownLog } from '../../../app/features/receipts/log-steps'
import { bodyExample } from '../../../app/features/receipts/receipt-examples'
import type { TrustedKey } from '../../../app/features/receipts/trusted-keys'
import { type SigningKey, signBody, signingKeyOf } from '../../../broker/receipts/signing-key'
import { checkpointText } from '../../../rules/log/checkpoint'
import { cosign } from '../../../rules/log/cosignature'
import { receiptEntry, SALT_BYTES } from '../../../rules/log/entry'
import { HASH_BYTES, type Hash, inclusionSpans, leafHash, type ReadSubtree, rootHash, spanHash } from '../../../rules/log/merkle'
import { type NoteKey, openNote, SIGNATURE_KIND, signNote, writeNote, writeNoteKey } from '../../../rules/log/note'
import { writeLogProof } from '../../../rules/log/proof-file'
import { hashOver, subtreeReader, TILE_WIDTH } from '../../../rules/log/tiles'
import { TEST_SIGNING_KEY } from '../../fixtures/test-signer'

const ORIGIN = 'aurora.example/log/aurora'
const WITNESSES = 3
const SALT = new Uint8Array(SALT_BYTES).fill(3)
const keyOf = (place: number): SigningKey => signingKeyOf(new Uint8Array(32).fill(20 + place))

export interface SignedLog {
  /** Receipts with their proofs, as a trader saves them. */
  readonly file: string
  /** What was signed, in bytes, with its signature: for whoever only checks these. */
  readonly signed: readonly { readonly message: Buffer; readonly signature: Buffer }[]
  readonly keys: readonly TrustedKey[]
  readonly log: KnownLog
}

/** @param count receipts, each an opening of an account's chain */
export function makeSignedLog(count: number): SignedLog {
  const receipts: { body: string; hash: string; keyId: string; signature: string }[] = []
  for (let order = 1; order <= count; order++)
    receipts.push(signBody(TEST_SIGNING_KEY, bodyExample({ order: String(order), previous: receipts.at(-1)?.hash ?? '' })))
  const leaves = receipts.map(({ hash }) => leafHash(receiptEntry(SALT, Buffer.from(hash, 'hex'))))
  const read = readerOf(leaves)
  const { checkpoint, log } = signCheckpoint(count, rootHash(count, read))
  const proofs = receipts.map(({ hash }, index) => {
    const hashes = inclusionSpans(index, count).map((span) => spanHash(span, read))
    return JSON.stringify({ hash, proof: writeLogProof({ index, hashes, checkpoint, extra: SALT }) })
  })
  const texts = receipts.map(
    ({ body, hash, keyId, signature }) => `{"body":${body},"hash":"${hash}","key_id":"${keyId}","signature":"${signature}"}`,
  )
  const { keyId, publicKey } = TEST_SIGNING_KEY
  return {
    file: `{"proofs":[${proofs.join(',')}],"receipts":[${texts.join(',')}]}`,
    signed: receipts.map(({ body, signature }) => ({ message: Buffer.from(body), signature: Buffer.from(signature, 'base64url') })),
    keys: [{ keyId, publicKey, broker: 'aurora', owner: 'Aurora Markets Demo' }],
    log,
  }
}

function readerOf(leaves: readonly Hash[]): ReadSubtree {
  const tiles = new Map<string, Uint8Array>()
  let hashes = leaves
  for (let level = 0; hashes.length > 0; level++) {
    const tops: Hash[] = []
    for (let index = 0; index * TILE_WIDTH < hashes.length; index++) {
      const own = hashes.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH)
      const bytes = new Uint8Array(own.length * HASH_BYTES)
      for (const [at, hash] of own.entries()) bytes.set(hash, at * HASH_BYTES)
      tiles.set(`${level}/${index}`, bytes)
      if (own.length === TILE_WIDTH) tops.push(hashOver(bytes))
    }
    hashes = tops
  }
  return subtreeReader(({ level, index }) => tiles.get(`${level}/${index}`))
}

const noteKeyOf = (name: string, kind: NoteKey['kind'], { publicKey }: SigningKey): NoteKey => ({
  ...{ name, kind },
  publicKey: Buffer.from(publicKey, 'base64url'),
})

function signCheckpoint(size: number, root: Hash): { readonly checkpoint: string; readonly log: KnownLog } {
  const own = keyOf(0)
  const ownKey = noteKeyOf(ORIGIN, SIGNATURE_KIND.note, own)
  const signed = signNote(checkpointText({ origin: ORIGIN, size, root }), ownKey, (message) => sign(null, message, own.privateKey))
  const opened = openNote(signed, [ownKey])
  if (!opened.ok) throw new Error('a note that was signed opens')
  const witnesses = Array.from({ length: WITNESSES }, (_, place) => {
    const key = keyOf(place + 1)
    return { key, noteKey: noteKeyOf(`witness-${place}.example`, SIGNATURE_KIND.cosignature, key) }
  })
  const lines = witnesses.map(({ key, noteKey }) =>
    cosign(opened.note.text, noteKey, 1_790_000_000, (message) => sign(null, message, key.privateKey)),
  )
  return {
    checkpoint: writeNote({ text: opened.note.text, signatures: [...opened.note.signatures, ...lines] }),
    log: {
      broker: 'aurora',
      path: '/log/aurora',
      keys: [writeNoteKey(ownKey)],
      witnesses: witnesses.map(({ noteKey }) => ({ name: noteKey.name, key: writeNoteKey(noteKey), kind: 'bench' })),
      needed: 2,
    },
  }
}
