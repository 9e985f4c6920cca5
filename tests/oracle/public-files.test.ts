/** docs/public-files.md, taken at its word: every path that it names is asked for and read as it says, by nothing of ours. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FACT_KINDS } from '../../contract/companies'
import { MINUTE_MS, minuteOf } from '../../rules/durations'
import { createWorld, type World } from '../fixtures/create-world'
import { open } from '../fixtures/trader-actions'

const page = readFileSync(path.join(import.meta.dirname, '../../docs/public-files.md'), 'utf8')
const PATHS = [...page.matchAll(/^\| `(\/[^`]+)` \|/gm)].map(([, named]) => named ?? '')
const sha256 = (...parts: (string | Uint8Array)[]) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

let world: World
let minute: number
beforeAll(async () => {
  world = await createWorld()
  await world.price('EURUSD', '1.10000', '1.10020')
  minute = minuteOf(world.clock.now())
  await open(world, await world.demoTrader(), 'buy', 'EURUSD', { lots: '0.1' })
  world.pass(MINUTE_MS)
  await world.broker.priceFacts.flush()
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
})
afterAll(() => world.close())

const ask = (named: string) => world.broker.fetch(new Request(`http://aurora.localhost:3000${named.replace('<company>', 'aurora')}`))
const bytesOf = async (named: string) => Buffer.from(await (await ask(named)).arrayBuffer())
const jsonOf = async (named: string) => (await ask(named)).json()

interface Fact {
  readonly index: number
  readonly kind: string
  readonly salt: string | null
  readonly hash: string | null
  readonly document: string | null
}
const factsFrom = async (index: number): Promise<Fact[]> => ((await jsonOf(`/log/<company>/facts/${index}`)) as { facts: Fact[] }).facts

async function checkpoint() {
  const text = (await bytesOf('/log/<company>/checkpoint')).toString()
  const [signed = '', signatures = ''] = text.split('\n\n')
  const [name = '', size = '', root = ''] = signed.split('\n')
  return { text: `${signed}\n`, signatures: signatures.trimEnd().split('\n'), name, size: Number(size), root }
}

async function entries(size: number): Promise<Buffer[]> {
  const bundle = await bytesOf(`/log/<company>/tile/entries/000.p/${size}`)
  const found: Buffer[] = []
  for (let at = 0; at < bundle.length; ) {
    const length = bundle.readUInt16BE(at)
    found.push(bundle.subarray(at + 2, at + 2 + length))
    at += 2 + length
  }
  return found
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves
  if (only !== undefined && leaves.length === 1) return only
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)))
}

test('every path of the page answers', async () => {
  const { size } = await checkpoint()
  const terms = (await factsFrom(0)).find(({ kind }) => kind === 'terms')
  for (const named of PATHS) {
    const asked = named
      .replace('tile/<level>/<index>', `tile/0/000.p/${size}`)
      .replace('tile/entries/<index>', `tile/entries/000.p/${size}`)
      .replace('facts/<index>', 'facts/0')
      .replace('facts/<kind>/<index>', 'facts/terms/0')
      .replace('facts/seed/<day>', 'facts/seed/2026-11-18')
      .replace('<hash>', terms?.hash ?? '')
      .replace('<minute>', String(minute))
      .replace('<instrument>', 'EURUSD')
    // Nobody has signed this one.
    expect((await ask(asked)).status, named).toBe(named.endsWith('/witnessed') ? 404 : 200)
  }
  expect(PATHS.length).toBeGreaterThanOrEqual(9)
})

test('every kind of fact is told, and no other', () => {
  const [, table = ''] = page.split('| kind | says |')
  const told = [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`(\w+)`/g)].map(([, kind]) => kind),
  )
  expect(told.sort()).toEqual([...FACT_KINDS].sort())
})

test('the checkpoint is signed as the page says, and its root is that of the entries', async () => {
  const { log } = (await jsonOf('/.well-known/broker.json')) as { log: { origin: string; keys: string[] } }
  const { text, signatures, name, size, root } = await checkpoint()
  expect(name).toBe(log.origin)
  const [, id, encoded] = /^.*\+([0-9a-f]{8})\+(.*)$/.exec(log.keys[0] ?? '') ?? []
  const key = Buffer.from(encoded ?? '', 'base64')
  const bytes = Buffer.from(signatures[0]?.split(' ').at(-1) ?? '', 'base64')
  expect([key[0], key.length, bytes.subarray(0, 4).toString('hex')]).toEqual([1, 33, id])
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') }
  expect(verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), bytes.subarray(4))).toBe(true)
  const leaves = (await entries(size)).map((entry) => sha256(Buffer.of(0), entry))
  expect(Buffer.concat(leaves).equals(await bytesOf(`/log/<company>/tile/0/000.p/${size}`))).toBe(true)
  expect(rootOf(leaves).toString('base64')).toBe(root)
})

test('a fact is the entry at its place', async () => {
  const all = await entries((await checkpoint()).size)
  const facts = (await factsFrom(0)).filter(({ document }) => document !== null)
  expect(new Set(facts.map(({ kind }) => kind))).toEqual(new Set(['rules', 'terms', 'prices']))
  for (const { index, salt, hash, document } of facts) {
    expect(sha256(document ?? '').toString('hex')).toBe(hash)
    const entry = sha256('candor log entry v1\nfact\n', Buffer.from(salt ?? '', 'hex'), Buffer.from(hash ?? '', 'hex'))
    expect(all[index]?.equals(entry), String(index)).toBe(true)
  }
})

test('the prices of a minute are those of its root', async () => {
  const { document, hash } = (await jsonOf(`/log/<company>/prices/${minute}`)) as { document: string; hash: string }
  expect(sha256(document).toString('hex')).toBe(hash)
  const { instruments } = JSON.parse(document) as { instruments: Record<string, { root: string }> }
  const lines = (await bytesOf(`/log/<company>/prices/${minute}/EURUSD`)).toString().split('\n')
  expect(rootOf(lines.map((line) => sha256(Buffer.of(0), line))).toString('hex')).toBe(instruments.EURUSD?.root)
  const [second, , code, ticks] = JSON.parse(lines[0] ?? '') as [number, number, string, unknown[][]]
  expect([minuteOf(second), code, ticks[0]?.length]).toEqual([minute, 'EURUSD', 12])
})
