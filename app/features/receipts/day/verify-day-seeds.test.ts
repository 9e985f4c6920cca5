/** A day on a simulated market, checked in the browser: its prices are held against the seed that was promised before it. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { receipt } from '../../../../broker/db/schema'
import { ShiftedFeed, SIMULATED_DAY, simulatedDay, simulatedWorld } from '../../../../tests/fixtures/simulated-day'
import { open } from '../../../../tests/fixtures/trader-actions'
import type { KnownLog } from '../log-steps'
import { type DayEvent, verifyDay } from './verify-day'

const ORIGIN = 'http://aurora.localhost:3000'
type Change = (path: string, text: string) => string

async function openDay(feed?: ShiftedFeed) {
  const simulated = await simulatedWorld(feed)
  const { world, trader } = simulated
  const ask = async (url: string) => world.broker.fetch(new Request(url))
  /** What the page says of the seeds after a change of what the site serves. */
  const seedsAfter = async (change: Change = (_path, text) => text) => {
    const stated = await (await ask(`${ORIGIN}/.well-known/broker.json`)).json()
    const keys = stated.receipt_keys.map(({ key_id: keyId, public_key: publicKey }: { key_id: string; public_key: string }) => {
      return { keyId, publicKey, broker: 'aurora', owner: 'Aurora' }
    })
    const log: KnownLog = { broker: 'aurora', path: `${ORIGIN}${stated.log.path}`, keys: stated.log.keys, witnesses: [], needed: 1 }
    const rows = await world.broker.database.system((tx) =>
      tx.select().from(receipt).where(sql`trader_id = ${trader.id}::text::bigint and order_id is not null`).orderBy(receipt.id),
    )
    const receipts = rows.map(({ body, hash, keyId, signature }) => ({ body: JSON.parse(body), hash, key_id: keyId, signature }))
    const changed = async (url: string) => {
      const answer = await ask(url)
      return /\/facts\/seed\//.test(url) ? new Response(change(url, await answer.text()), answer) : answer
    }
    const events: DayEvent[] = []
    const reader = { tile: async () => null, newest: async () => null }
    const given = { texts: [JSON.stringify({ receipts, proofs: [] })], from: null, keys, log }
    await verifyDay(given, { ask: changed, readerOf: () => reader, memory: null, tell: (event) => events.push(event) })
    expect(events.at(-1)?.kind).toBe('done')
    return events.find((event) => event.kind === 'seeds')?.verdict
  }
  return { ...simulated, seedsAfter }
}

describe('the seed of a day', () => {
  test('gives every price that was used, and one that was taken out or swapped is seen', async () => {
    const day = await openDay()
    await simulatedDay(day)
    const whole = await day.seedsAfter()
    expect(whole).toMatchObject({ outcome: 'passed', said: 'passed' })
    expect(whole?.said === 'passed' ? whole.ticks : 0).toBeGreaterThan(10)

    const facts = (text: string) => JSON.parse(text) as { facts: { document: string }[]; next: null }
    const without = (isLeft: (document: string) => boolean) => (_path: string, text: string) =>
      JSON.stringify({ ...facts(text), facts: facts(text).facts.filter(({ document }) => isLeft(document)) })
    // The log is not asked what was never shown: nothing of it counts.
    expect(await day.seedsAfter(without(() => false))).toEqual({ outcome: 'unchecked', said: 'none' })
    const hidden = await day.seedsAfter(without((document) => !document.includes('"state":"revealed"')))
    expect(hidden?.outcome).toBe('waiting')
    // A seed that the log does not hold is none.
    const forged = await day.seedsAfter((_path, text) => {
      const page = facts(text)
      const other = page.facts.map((fact) => ({ ...fact, document: fact.document.replace(/(\\"seed\\":\\")[0-9a-f]{4}/, '$10000') }))
      return JSON.stringify({ ...page, facts: other })
    })
    expect(forged?.outcome).toBe('waiting')
    await day.world.close()
  })

  test('is waited for while the day runs', async () => {
    const day = await openDay()
    await day.note()
    day.world.pass(SIMULATED_DAY + 12 * 3_600_000 - day.world.clock.now())
    await day.run(65)
    await open(day.world, day.trader, 'buy', 'EURUSD', { lots: '0.1' })
    await day.run(60)
    await day.note()
    expect(await day.seedsAfter()).toEqual({ outcome: 'waiting', said: 'open', day: '2026-11-25', until: SIMULATED_DAY + 24 * 3_600_000 })
    await day.world.close()
  })

  test('names the first price that it does not give', async () => {
    const day = await openDay(new ShiftedFeed('a secret', 10_000_000n))
    await simulatedDay(day)
    const verdict = await day.seedsAfter()
    expect(verdict).toMatchObject({ outcome: 'failed', said: 'tick', tick: { code: 'EURUSD' } })
    await day.world.close()
  })
})
