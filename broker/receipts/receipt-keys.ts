/**
 * The keys that sign receipts: one a tenant, made on first boot; a newer one takes over when it is rotated.
 *
 * Invariants: a private key leaves memory only sealed under the master key; rows are only ever added, so whatever was signed
 * once can be checked for ever; only the newest key of a tenant is opened, so older ones may rest under a master key that is gone.
 */
import { asc, sql } from 'drizzle-orm'
import { insertMany } from '../db/insert-many'
import type { Database, Tx } from '../db/open-database'
import { receiptKey } from '../db/schema'
import type { Clock } from '../ground/clock'
import { invariant } from '../ground/invariant'
import { seal, unseal } from '../secrets/seal'
import type { ReceiptSigner } from './receipt-signer'
import { makeSigningKey, type SigningKey, seedOf, signBody, signingKeyOf } from './signing-key'

export interface PublishedKey {
  readonly keyId: string
  /** Ed25519, 32 bytes in base64url. */
  readonly publicKey: string
}

/** What `/.well-known/broker.json` says about receipts. */
export interface PublishedKeys {
  /** Every key that ever signed, the one that signs now first; empty for a tenant that is not served. */
  publicKeys(tenantId: string): readonly PublishedKey[]
}

export interface ReceiptKeys extends ReceiptSigner, PublishedKeys {
  /** Opens the keys of further tenants and makes those that are missing. @throws as `openReceiptKeys`. */
  join(tenants: readonly { readonly id: string }[]): Promise<void>
}

type KeyRow = typeof receiptKey.$inferSelect

/** Any number, the same on every node: of two that boot together one makes the keys, the other finds them. */
const KEYS_LOCK = 7_236_116

/** Opens every tenant's newest key and makes those that are missing. @throws when the master key is not the one that sealed them. */
export async function openReceiptKeys(
  database: Database,
  tenants: readonly { readonly id: string }[],
  masterKey: Uint8Array,
  clock: Clock,
): Promise<ReceiptKeys> {
  const published = new Map<string, PublishedKey[]>()
  const signing = new Map<string, SigningKey>()
  const join: ReceiptKeys['join'] = async (joining) => {
    const made = new Map<string, SigningKey>()
    const rows = await database.system(async (tx) => {
      const known = await lockKeys(tx)
      const begun = new Set(known.map(({ tenantId }) => tenantId))
      const added = joining
        .filter(({ id }) => !begun.has(id))
        .map(({ id }) => {
          const key = makeSigningKey()
          made.set(id, key)
          return rowOf(id, key, masterKey, clock.now())
        })
      await insertMany(tx, receiptKey, added)
      return [...known, ...added]
    })
    const byTenant = new Map<string, KeyRow[]>()
    for (const row of rows) byTenant.set(row.tenantId, [...(byTenant.get(row.tenantId) ?? []), row])
    for (const { id } of joining) {
      const own = (byTenant.get(id) ?? []).reverse()
      const [newest] = own
      invariant(newest !== undefined, 'every tenant has a key')
      // Which key signs changes with a start, never while receipts are being signed.
      if (signing.has(id)) continue
      signing.set(id, made.get(id) ?? openRow(newest, masterKey))
      published.set(
        id,
        own.map(({ keyId, publicKey }) => ({ keyId, publicKey })),
      )
    }
  }
  await join(tenants)
  return {
    join,
    sign(tenant, body) {
      const key = signing.get(tenant.id)
      invariant(key !== undefined, 'receipts are signed for tenants that are served')
      return signBody(key, body)
    },
    publicKeys: (tenantId) => published.get(tenantId) ?? [],
  }
}

/** Whether the newest keys can be opened, without making any: for a node that does not serve yet. @throws as `openReceiptKeys` */
export async function checkReceiptKeys(
  database: Database,
  tenants: readonly { readonly id: string }[],
  masterKey: Uint8Array,
): Promise<void> {
  const rows = await database.system(oldestFirst)
  const newest = new Map(rows.map((row) => [row.tenantId, row]))
  for (const { id } of tenants) {
    const row = newest.get(id)
    if (row !== undefined) openRow(row, masterKey)
  }
}

/** Gives a tenant a new key, which signs from the next boot on. The old ones stay published. */
export async function rotateReceiptKey(database: Database, tenantId: string, masterKey: Uint8Array, clock: Clock): Promise<PublishedKey> {
  return database.system(async (tx) => {
    const known = (await lockKeys(tx)).filter((row) => row.tenantId === tenantId)
    // The newest is known by its time: it must be later than all others, whatever the clock says.
    const row = rowOf(tenantId, makeSigningKey(), masterKey, Math.max(clock.now(), ...known.map(({ createdAt }) => createdAt + 1)))
    await tx.insert(receiptKey).values(row)
    return { keyId: row.keyId, publicKey: row.publicKey }
  })
}

/** All keys, oldest first, while nobody else adds one. */
async function lockKeys(tx: Tx): Promise<KeyRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${KEYS_LOCK})`)
  return oldestFirst(tx)
}

function oldestFirst(tx: Tx): Promise<KeyRow[]> {
  return tx.select().from(receiptKey).orderBy(asc(receiptKey.createdAt), asc(receiptKey.keyId))
}

function rowOf(tenantId: string, key: SigningKey, masterKey: Uint8Array, createdAt: number): KeyRow {
  const { keyId, publicKey } = key
  return { tenantId, keyId, publicKey, sealedPrivateKey: seal(masterKey, placeOf(tenantId, keyId), seedOf(key)), createdAt }
}

function openRow({ tenantId, keyId, publicKey, sealedPrivateKey }: KeyRow, masterKey: Uint8Array): SigningKey {
  const seed = unseal(masterKey, placeOf(tenantId, keyId), sealedPrivateKey)
  if (seed === null) {
    throw new Error(
      `the receipt key ${keyId} of ${tenantId} cannot be opened: the master key is not the one that sealed it. Set MASTER_KEY as it was, or put the demo's key file back`,
    )
  }
  const key = signingKeyOf(seed)
  // A public key that was changed in the store would make every new receipt fail its check.
  if (key.publicKey !== publicKey) throw new Error(`the receipt key ${keyId} of ${tenantId} was changed in the store`)
  return key
}

function placeOf(tenantId: string, keyId: string): string {
  return `receipt-key/${tenantId}/${keyId}`
}
