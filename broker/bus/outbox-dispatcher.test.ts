import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../rules/durations'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import type { Database } from '../db/open-database'
import { outbox } from '../db/schema'
import { silent as logger } from '../ground/logger'
import { type Bus, type BusEvent, inProcessBus } from './bus'
import { writeEvent } from './outbox'
import { type OutboxDispatcher, startOutboxDispatcher } from './outbox-dispatcher'

const clock = frozenClock()
let database: Database
let dispatcher: OutboxDispatcher | undefined
let heard: string[]
beforeEach(async () => {
  database = await openTestDatabase()
  heard = []
})
afterEach(async () => {
  await dispatcher?.close()
  await database.close()
})

const event = (payload: string, traderId = '7'): BusEvent => ({ tenantId: 'aurora', traderId, topic: 'FOREX_CLOSED', payload })
const write = (payload: string, now = clock.now()) => database.withTenant('aurora', (tx) => writeEvent(tx, event(payload), now))
function start(over: (bus: Bus) => Bus = (bus) => bus): OutboxDispatcher {
  const bus = over(inProcessBus(() => heard.push('a listener failed')))
  bus.subscribe(event(''), ({ payload }) => {
    heard.push(String(payload))
    if (payload === 'bad') throw new Error('listener')
  })
  dispatcher = startOutboxDispatcher({ database, bus, clock, logger })
  return dispatcher
}
const left = async () => (await database.system((tx) => tx.select().from(outbox))).length

test('events are told in the order in which they were written, once, and are gone then', async () => {
  const running = start()
  for (let count = 0; count < 20; count++) await write(String(count))
  await running.flush()
  await running.flush()
  expect(heard).toEqual(Array.from({ length: 20 }, (_, count) => String(count)))
  expect(await left()).toBe(0)
})

test('what was rolled back is never told', async () => {
  const running = start()
  const failing = database.withTenant('aurora', async (tx) => {
    await writeEvent(tx, event('never'), clock.now())
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await running.flush()
  expect(heard).toEqual([])
})

test('events left by a process that died are told by the next one, those of an hour ago are only cleared', async () => {
  await write('old', clock.now() - HOUR_MS)
  await write('fresh', clock.now() - 5_000)
  await start().flush()
  expect(heard).toEqual(['fresh'])
  expect(await left()).toBe(0)
})

test('a listener that fails keeps nobody from the next event', async () => {
  const running = start()
  await write('bad')
  await write('good')
  await running.flush()
  expect(heard).toEqual(['bad', 'a listener failed', 'good'])
})

test('only the trader who is meant hears', async () => {
  const running = start()
  await database.withTenant('aurora', (tx) => writeEvent(tx, event('for another', '8'), clock.now()))
  await database.withTenant('meridian', (tx) => writeEvent(tx, { ...event('elsewhere'), tenantId: 'meridian' }, clock.now()))
  await running.flush()
  expect(heard).toEqual([])
})

test('what reaches no other node is heard here, and its row stays for one that does; it is cleared when it is too old', async () => {
  let reach: 'here' | 'everywhere' = 'here'
  const running = start((bus) => ({ ...bus, flush: async () => reach }))
  await write('first')
  await running.flush()
  // Told with each attempt: whoever hears it knows it by its id (nats-bus.test.ts).
  expect([new Set(heard), await left()]).toEqual([new Set(['first']), 1])
  await write('old', clock.now() - HOUR_MS)
  await running.flush()
  expect(await left()).toBe(1)
  reach = 'everywhere'
  await running.flush()
  expect(await left()).toBe(0)
})

test('two that carry from one store take turns: each event is told once, in order', async () => {
  const [one, other] = [start(), dispatcher]
  dispatcher = undefined
  const two = start()
  for (let count = 0; count < 30; count++) {
    await write(String(count))
    one.nudge()
    two.nudge()
  }
  await Promise.all([one.flush(), two.flush()])
  await other?.close()
  expect(heard).toEqual(Array.from({ length: 30 }, (_, count) => String(count)))
})

test('one that stands still in its turn loses it', async () => {
  let isHeld: () => void = () => {}
  const holds = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  const stuck = start((bus) => ({
    ...bus,
    flush: () => {
      isHeld()
      return new Promise(() => {})
    },
  }))
  await write('waiting')
  stuck.nudge()
  await holds
  dispatcher = undefined
  await start().flush()
  expect(heard).toEqual(['waiting'])
}, 20_000)
