import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Tenant } from '../../contract/tenant'
import { DAY_MS } from '../../rules/durations'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { type Database, queryRows } from '../db/open-database'
import { sha256Hex } from './canonical-json'
import { openReceiptKeys, type PublishedKey, rotateReceiptKey } from './receipt-keys'

const MASTER = new Uint8Array(32).fill(9)
const OTHER_MASTER = new Uint8Array(32).fill(8)
const tenants = testTenants()
const [aurora, meridian] = tenants as [Tenant, Tenant]
const clock = frozenClock()

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const open = (master = MASTER) => openReceiptKeys(database, tenants, master, clock)
const storedKeys = () =>
  database.system((tx) => queryRows<{ tenant_id: string; sealed_private_key: string }>(tx, sql`select * from receipt_key order by 1, 2`))

function isSignedBy({ publicKey }: PublishedKey, text: string, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}

test('on first boot every tenant gets a key of its own, and keeps it', async () => {
  const first = await open()
  const published = tenants.map(({ id }) => first.publicKeys(id))
  expect(published.map((keys) => keys.length)).toEqual(tenants.map(() => 1))
  expect(new Set(published.flat().map(({ publicKey }) => publicKey)).size).toBe(tenants.length)
  const again = await open()
  expect(tenants.map(({ id }) => again.publicKeys(id))).toEqual(published)
})

test('two servers that boot together end with the same keys', async () => {
  const [one, two] = await Promise.all([open(), open()])
  for (const { id } of tenants) expect(two.publicKeys(id)).toEqual(one.publicKeys(id))
})

test('a receipt is canonical JSON that names its key, with hash and signature of exactly that text', async () => {
  const keys = await open()
  const signed = keys.sign(aurora, { v: 1, b: 'x', a: null })
  const [key] = keys.publicKeys('aurora')
  expect(signed.body).toBe(`{"a":null,"b":"x","key_id":"${key!.keyId}","v":1}`)
  expect(signed.hash).toBe(sha256Hex(signed.body))
  expect(signed.keyId).toBe(key!.keyId)
  expect(isSignedBy(key!, signed.body, signed.signature)).toBe(true)
  expect(isSignedBy(key!, signed.body.replace('"x"', '"y"'), signed.signature)).toBe(false)
  expect(isSignedBy(keys.publicKeys('meridian')[0]!, signed.body, signed.signature)).toBe(false)
  expect(keys.sign(meridian, {}).keyId).not.toBe(signed.keyId)
})

test('after a rotation the new key signs and the old one stays published', async () => {
  const before = await open()
  const old = before.sign(aurora, { v: 1 })
  const added = await rotateReceiptKey(database, 'aurora', MASTER, clock)
  const after = await open()
  expect(after.publicKeys('aurora')).toEqual([added, ...before.publicKeys('aurora')])
  expect(after.publicKeys('meridian')).toEqual(before.publicKeys('meridian'))
  expect(after.sign(aurora, { v: 1 }).keyId).toBe(added.keyId)
  const signer = after.publicKeys('aurora').find(({ keyId }) => keyId === old.keyId)
  expect(isSignedBy(signer!, old.body, old.signature)).toBe(true)
})

test('a rotation at a clock that was set back still takes over', async () => {
  await open()
  clock.setWall(clock.now() - DAY_MS)
  const added = await rotateReceiptKey(database, 'aurora', MASTER, clock)
  expect((await open()).publicKeys('aurora')[0]).toEqual(added)
})

test('the boot with another master key fails and says why, and makes no key', async () => {
  await open()
  const before = await storedKeys()
  await expect(open(OTHER_MASTER)).rejects.toThrow(/cannot be opened: the master key is not the one that sealed it\. Set MASTER_KEY/)
  expect(await storedKeys()).toEqual(before)
})

test('a lost master key costs the private keys and nothing else: with new ones the old receipts can still be checked', async () => {
  const before = await open()
  for (const { id } of tenants) await rotateReceiptKey(database, id, OTHER_MASTER, clock)
  const after = await open(OTHER_MASTER)
  expect(after.publicKeys('aurora').slice(1)).toEqual(before.publicKeys('aurora'))
})

test('the store holds no private key that opens without the master key, and shows a tenant only its own rows', async () => {
  await open()
  for (const row of await storedKeys()) expect(row.sealed_private_key).toMatch(/^v1(\.[\w-]+){3}$/)
  await expect(database.withTenant('aurora', (tx) => tx.execute(sql`select * from receipt_key`))).rejects.toThrow()
})

test('keys are never changed or removed', async () => {
  await open()
  for (const change of [sql`update receipt_key set public_key = 'x'`, sql`delete from receipt_key`])
    await expect(database.system((tx) => tx.execute(change))).rejects.toThrow()
})
