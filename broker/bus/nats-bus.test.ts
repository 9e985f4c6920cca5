/** Where nats-server is installed: what crosses between nodes, and what is noticed of what does not. */
import { networkInterfaces } from 'node:os'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HAS_NATS, natsProxy, startNats, type TestNats } from '../../tests/fixtures/nats-server'
import { TEST_MASTER_KEY } from '../../tests/fixtures/test-signer'
import { keyedHash } from '../secrets/keyed-hash'
import type { Bus, BusEvent } from './bus'
import { openNatsBus } from './nats-bus'

const clock = { now: () => Date.now(), monotonic: () => performance.now() }
const STORE = '0123456789abcdef'
const event = (payload: unknown, id?: string): BusEvent => ({
  ...{ tenantId: 'aurora', traderId: '7', topic: 'FOREX_CLOSED', payload },
  ...(id === undefined ? {} : { id }),
})
const WITHIN = { timeout: 15_000 }

/** An address of this machine under which others can reach it. */
const ELSEWHERE = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

const closers: (() => unknown)[] = []
const warnings: string[] = []
const complain = (_fields: unknown, message: string) => warnings.push(message)
async function open(url: string, { store = STORE, key = TEST_MASTER_KEY } = {}): Promise<Bus & { readonly heard: unknown[] }> {
  const heard: unknown[] = []
  const bus = await openNatsBus({
    ...{ url, store, keyedHash: keyedHash(key), clock },
    logger: { debug() {}, info() {}, warn: complain, error: complain },
    onFailure: (error) => warnings.push(String(error)),
  })
  closers.push(() => bus.close())
  bus.subscribe({ tenantId: 'aurora', traderId: '7' }, ({ payload }) => heard.push(payload))
  bus.onGap((gap) => heard.push(gap))
  return { ...bus, heard }
}
/** All that one has told before is heard by the other. */
const carried = async (from: Bus, to: Bus) => [await from.flush(), await to.flush()]

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  warnings.length = 0
})

test('a server that nobody can reach keeps nobody from starting: what happens here is heard here, and it is said once', async () => {
  const bus = await open('nats://127.0.0.1:1')
  bus.publish(event('here'))
  expect(bus.heard).toEqual(['here'])
  expect(await bus.flush()).toBe('here')
  expect(bus.health()).toMatchObject({ kind: 'nats', isConnected: false, problem: expect.stringContaining('refused'), sent: 0 })
  expect(warnings).toEqual(['NATS cannot be reached: what happens on one node is seen on the others late, until it is back'])
})

describe.skipIf(!HAS_NATS)('over a NATS server (skipped where nats-server is not installed)', () => {
  let nats: TestNats
  beforeEach(async () => {
    nats = await startNats()
    closers.push(() => nats.stop())
  })

  test('events and facts reach the other node in order, once, with their numbers whole', async () => {
    const [one, two] = [await open(nats.url), await open(nats.url)]
    const facts: unknown[] = []
    two.hear('settings', (fact) => facts.push(fact), 'others')
    two.hear('quotes', ({ batch, ticks }) => facts.push([batch, ticks[0]?.bid]))
    one.hear('settings', () => facts.push('its own'), 'others')
    for (let count = 0; count < 500; count++) one.publish(event(count))
    one.tell('settings', { tenantId: 'aurora' })
    const prices = { bid: 12_345_678_901_234_567_890n, ask: 3n, last: 4n, size: 5n, seq: 6n }
    const tick = { source: 'test', symbol: 'EURUSD', isTwoSided: true, time: 7, ...prices }
    one.tell('quotes', { market: 'main', epoch: 1, batch: 1, ticks: [tick] })
    expect(await carried(one, two)).toEqual(['everywhere', 'everywhere'])
    expect(two.heard).toEqual(Array.from({ length: 500 }, (_, count) => count))
    expect(one.heard).toEqual(two.heard)
    expect(facts).toEqual([{ tenantId: 'aurora' }, [1, 12_345_678_901_234_567_890n]])
    expect(warnings).toEqual([])
  })

  test('an event of one row is heard once, however many nodes tell it', async () => {
    const [one, two] = [await open(nats.url), await open(nats.url)]
    expect([one.publish(event('first', '1')), one.publish(event('first', '1'))]).toEqual([true, false])
    await carried(one, two)
    expect(two.publish(event('first', '1'))).toBe(false)
    await carried(two, one)
    expect([one.heard, two.heard]).toEqual([['first'], ['first']])
  })

  test('another database on the same server is not heard, nor is a node with another key', async () => {
    const one = await open(nats.url)
    const elsewhere = await open(nats.url, { store: 'fedcba9876543210' })
    const stranger = await open(nats.url, { key: Buffer.alloc(32, 3) })
    one.publish(event('ours'))
    stranger.publish(event('a stranger'))
    await carried(one, elsewhere)
    await carried(stranger, one)
    expect([one.heard, elsewhere.heard, stranger.heard]).toEqual([['ours'], [], ['a stranger']])
    expect(elsewhere.health().dropped).toBe(0)
    expect(one.health().dropped).toBeGreaterThan(0)
  })

  describe('what somebody else writes on its subjects', () => {
    let writer: NatsConnection
    beforeEach(async () => {
      writer = await connect({ servers: nats.url })
      closers.push(() => writer.close())
    })

    test('is counted and dropped, and said once', async () => {
      const bus = await open(nats.url)
      const garbage = ['', '{', 'x'.repeat(100_000), `${'0'.repeat(32)}{"node":"a","seq":1,"data":{}}`, '\u0000\ud800', 'null']
      for (const kind of ['event', 'settings', 'quotes', 'beat', 'bye', 'never-heard-of', 'constructor'])
        for (const text of garbage) writer.publish(`candor.1.${STORE}.${kind}`, text)
      await writer.flush()
      await bus.flush()
      expect(bus.heard).toEqual([])
      expect(bus.health().dropped).toBe(7 * garbage.length)
      expect(warnings).toHaveLength(1)
      bus.publish(event('still here'))
      expect(bus.heard).toEqual(['still here'])
    })

    test('is dropped also when it was made with the right key and says what no node says', async () => {
      const bus = await open(nats.url)
      const hash = keyedHash(TEST_MASTER_KEY)
      const signed = (kind: string, data: unknown) => {
        const subject = `candor.1.${STORE}.${kind}`
        const text = JSON.stringify({ node: 'another', seq: 1, data })
        writer.publish(subject, hash('bus', `${subject}\0${text}`).slice(0, 32) + text)
      }
      signed('settings', { tenantId: 7 })
      signed('quotes', { market: 'main', epoch: 1, batch: 1, ticks: [{ bid: 'NaN' }] })
      signed('event', { tenantId: 'aurora', traderId: '7' })
      signed('beat', { sent: { event: -1 } })
      await writer.flush()
      await bus.flush()
      expect([bus.heard, bus.health().dropped]).toEqual([[], 4])
    })

    test('a message that was heard and is sent again by somebody is not heard again', async () => {
      const [one, two] = [await open(nats.url), await open(nats.url)]
      const kept: (readonly [string, Uint8Array])[] = []
      writer.subscribe(`candor.1.${STORE}.event`, {
        callback: (_error, { subject, data }) => {
          kept.push([subject, data.slice()])
        },
      })
      await writer.flush()
      one.publish(event('once'))
      await one.flush()
      await writer.flush()
      const again = [...kept]
      for (const [subject, data] of again) writer.publish(subject, data)
      await writer.flush()
      await two.flush()
      expect([again.length, two.heard]).toEqual([1, ['once']])
    })
  })

  test('while the server is gone each hears itself; when it is back each is told of a gap, and they hear each other', async () => {
    const [one, two] = [await open(nats.url), await open(nats.url)]
    await nats.stop()
    await expect.poll(() => [one.health().isConnected, two.health().isConnected], WITHIN).toEqual([false, false])
    one.publish(event('alone'))
    await nats.start()
    await expect.poll(() => [one.heard, two.heard], WITHIN).toEqual([['alone', 'missed'], ['missed']])
    one.publish(event('together'))
    await carried(one, two)
    expect(two.heard.at(-1)).toBe('together')
    expect(warnings.filter((text) => text.startsWith('NATS cannot be reached'))).toHaveLength(2)
  })

  test('a node whose last message was lost on the way is noticed by the next beat', async () => {
    const proxy = await natsProxy(nats)
    closers.push(() => proxy.close())
    const [one, two] = [await open(proxy.url), await open(nats.url)]
    one.publish(event('first'))
    await carried(one, two)
    // One line is down, and only one end of it knows.
    proxy.mute()
    one.publish(event('lost'))
    expect(await one.flush()).toBe('here')
    proxy.cut()
    await expect.poll(() => two.heard, WITHIN).toEqual(['first', 'missed'])
    expect(two.health().isConnected).toBe(true)
  })

  test('a node that reads too slowly is cut off by the server, and told of the gap when it is back', async () => {
    const proxy = await natsProxy(nats)
    closers.push(() => proxy.close())
    const [one, slow] = [await open(nats.url), await open(proxy.url)]
    proxy.mute()
    for (let count = 0; count < 50; count++) one.publish(event('x'.repeat(10_000)))
    expect(await one.flush()).toBe('everywhere')
    expect(one.health().isConnected).toBe(true)
    await slow.flush()
    proxy.cut()
    await expect.poll(() => slow.heard.at(-1), WITHIN).toBe('missed')
    one.publish(event('fresh'))
    await carried(one, slow)
    expect(slow.heard.at(-1)).toBe('fresh')
  })

  test('a node that falls silent leaves the others unsure, one that says goodbye does not', async () => {
    const [one, polite] = [await open(nats.url), await open(nats.url)]
    await expect.poll(() => one.health().others.length, WITHIN).toBe(1)
    await polite.close()
    await expect.poll(() => one.health().others, WITHIN).toEqual([])
    const proxy = await natsProxy(nats)
    closers.push(() => proxy.close())
    await open(proxy.url)
    await expect.poll(() => one.health().others.length, WITHIN).toBe(1)
    await proxy.close()
    await expect.poll(() => one.heard, WITHIN).toContain('unsure')
  })

  test.skipIf(ELSEWHERE === undefined)(
    'a server that lets everybody in is refused where others can reach it, one with a token is not',
    async () => {
      const everybody = await startNats({ host: '0.0.0.0' })
      closers.push(() => everybody.stop())
      await expect(open(`nats://${ELSEWHERE}:${everybody.port}`)).rejects.toThrow(/^NATS_URL: the server at .* asks nobody for a password/)
      const guarded = await startNats({ host: '0.0.0.0', token: 'swordfish' })
      closers.push(() => guarded.stop())
      const bus = await open(`nats://swordfish@${ELSEWHERE}:${guarded.port}`)
      expect(bus.health().isConnected).toBe(true)
    },
  )

  test('a token lets a node in, and a wrong one does not: it says so and goes on', async () => {
    const guarded = await startNats({ token: 'swordfish' })
    closers.push(() => guarded.stop())
    const [one, two] = [await open(guarded.url), await open(guarded.url)]
    one.publish(event('let in'))
    await carried(one, two)
    expect(two.heard).toEqual(['let in'])
    const wrong = await open(`nats://trout@127.0.0.1:${guarded.port}`)
    expect(wrong.health()).toMatchObject({ isConnected: false, problem: expect.stringMatching(/authoriz/i) })
  })
})
