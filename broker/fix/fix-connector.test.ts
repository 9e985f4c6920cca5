import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FIXED_ONE, formatFixedShort } from '../../rules/decimal'
import { type FixPeer, type FixPort, fixTime, openFixPort, pause } from '../../tests/fixtures/fix-peer'
import { silent } from '../ground/logger'
import type { Connector } from '../sources/connector'
import { type FixConnectorOptions, openFixConnector } from './fix-connector'
import { memoryFixStore } from './session-store'

const clock = { now: () => Date.now(), monotonic: () => performance.now() }

let port: FixPort
let connector: Connector | undefined
let said: string[]

beforeEach(async () => {
  port = await openFixPort()
  said = []
})
afterEach(async () => {
  await Promise.all([connector?.close(), port.close()])
})

/** Logged on, and the ids of its requests by symbol. */
async function open(changes: Partial<FixConnectorOptions> = {}): Promise<{ peer: FixPeer; ids: Record<string, string> }> {
  const letter = {
    host: '127.0.0.1',
    port: port.port,
    tls: null,
    parties: { us: 'CANDOR', them: 'PEER' },
    heartbeatSeconds: 30,
    resetsAtLogon: true,
    times: null,
  }
  const options: FixConnectorOptions = {
    id: 'source',
    peer: letter,
    isSimulated: false,
    instruments: [
      { code: 'EURUSD', symbol: 'EUR/USD', contractSize: FIXED_ONE },
      // Ounces in a lot.
      { code: 'XAUUSD', symbol: 'GOLD', contractSize: 100n * FIXED_ONE },
    ],
    marketDepth: 0,
    updates: 'incremental',
    asksSecurities: false,
    ...changes,
  }
  connector = openFixConnector(options, { store: memoryFixStore(), clock, random: () => 0, logger: silent })
  connector.start({
    quoted: ({ code, bid, ask, size, sourceTime }) =>
      said.push(
        `${code} ${formatFixedShort(bid)}/${formatFixedShort(ask)} ${formatFixedShort(size)} ${sourceTime === null ? '' : new Date(sourceTime).toISOString()}`,
      ),
    confirmed: (codes) => said.push(`confirmed ${codes}`),
    withdrawn: (codes, reason) => said.push(`withdrawn ${codes}: ${reason}`),
  })
  return meet()
}

async function meet(): Promise<{ peer: FixPeer; ids: Record<string, string> }> {
  const peer = await port.meet()
  await peer.hear('A')
  peer.say('A', '98=0|108=30|141=Y')
  return { peer, ids: await hearRequests(peer) }
}

async function hearRequests(peer: FixPeer): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (let count = 0; count < 2; count++) {
    const request = await peer.hear('V')
    ids[request['55'] ?? ''] = request['262'] ?? ''
  }
  return ids
}

const DATE = '272=20261118|273=12:00:00.250'
const AT = '2026-11-18T12:00:00.250Z'
const quotes = () => said.filter((line) => !line.startsWith('confirmed'))

test('a snapshot is quoted at its best bid and ask, whatever the order of its levels', async () => {
  const { peer, ids } = await open()
  const levels = `269=0|270=1.0864|271=5|${DATE}|269=0|270=1.08641|271=2|269=1|270=1.0866|271=9|269=1|270=1.08650|271=3`
  peer.say('W', `262=${ids['EUR/USD']}|55=EUR/USD|268=4|${levels}`)
  await expect.poll(quotes).toEqual([`EURUSD 1.08641/1.0865 2 ${AT}`])
})

test('changes by id: new, changed, deleted, and a level that takes the place of another', async () => {
  const { peer, ids } = await open()
  peer.say('W', `262=${ids['EUR/USD']}|55=EUR/USD|268=2|269=0|278=b1|270=1.1|271=1|${DATE}|269=1|278=a1|270=1.2|271=1`)
  const change = (fields: string, count = 1) => peer.say('X', `262=${ids['EUR/USD']}|268=${count}|${fields}`)
  change(`279=0|269=0|278=b2|270=1.11|271=4|${DATE}`)
  change(`279=1|278=b2|270=1.12|${DATE}`)
  change(`279=2|278=b2|${DATE}`)
  change(`279=0|269=1|278=a2|280=a1|270=1.19|271=7|${DATE}`)
  await expect
    .poll(quotes)
    .toEqual([
      `EURUSD 1.1/1.2 1 ${AT}`,
      `EURUSD 1.11/1.2 1 ${AT}`,
      `EURUSD 1.12/1.2 1 ${AT}`,
      `EURUSD 1.1/1.2 1 ${AT}`,
      `EURUSD 1.1/1.19 1 ${AT}`,
    ])
})

test('changes by price, where entries have no ids; an offer of nothing is taken back', async () => {
  const { peer, ids } = await open()
  peer.say('W', `262=${ids['EUR/USD']}|55=EUR/USD|268=2|269=0|270=1.1|271=1|${DATE}|269=1|270=1.2|271=1`)
  const change = (fields: string) => peer.say('X', `262=${ids['EUR/USD']}|268=1|${fields}|${DATE}`)
  change('279=0|269=0|270=1.15|271=1')
  change('279=2|269=0|270=1.150')
  change('279=1|269=1|270=1.2|271=0')
  await expect
    .poll(quotes)
    .toEqual([
      `EURUSD 1.1/1.2 1 ${AT}`,
      `EURUSD 1.15/1.2 1 ${AT}`,
      `EURUSD 1.1/1.2 1 ${AT}`,
      'withdrawn EURUSD: the source quotes no bid or no ask',
    ])
})

test('one message that changes two instruments quotes each once, after all of it', async () => {
  const { peer, ids } = await open({ marketDepth: 1 })
  peer.say('W', `262=${ids['EUR/USD']}|55=EUR/USD|268=2|269=0|270=1.1|271=1|${DATE}|269=1|270=1.2|271=1`)
  peer.say('W', `262=${ids.GOLD}|55=GOLD|268=2|269=0|270=1200|271=1|${DATE}|269=1|270=1201|271=1`)
  peer.say(
    'X',
    `268=3|279=1|269=0|55=GOLD|270=1202|271=1|${DATE}|279=1|269=1|55=GOLD|270=1203|271=1|${DATE}|279=1|269=0|55=EUR/USD|270=1.11|271=1|${DATE}`,
  )
  await expect
    .poll(quotes)
    .toEqual([`EURUSD 1.1/1.2 1 ${AT}`, `XAUUSD 1200/1201 0.01 ${AT}`, `XAUUSD 1202/1203 0.01 ${AT}`, `EURUSD 1.11/1.2 1 ${AT}`])
})

test('a change of what was never told withdraws the instrument and asks for it anew', async () => {
  const { peer, ids } = await open()
  peer.say('W', `262=${ids['EUR/USD']}|55=EUR/USD|268=2|269=0|278=b1|270=1.1|271=1|${DATE}|269=1|278=a1|270=1.2|271=1`)
  peer.say('X', `262=${ids['EUR/USD']}|268=1|279=1|278=b7|270=1.11|${DATE}`)
  const request = await peer.hear('V')
  expect(request['55']).toBe('EUR/USD')
  expect(request['262']).not.toBe(ids['EUR/USD'])
  expect(quotes()).toEqual([`EURUSD 1.1/1.2 1 ${AT}`, 'withdrawn EURUSD: a change of what was never told'])
  // What still comes for the request before is history.
  peer.say('W', `262=${ids['EUR/USD']}|55=EUR/USD|268=2|269=0|270=9|271=1|269=1|270=9|271=1`)
  peer.say('W', `262=${request['262']}|55=EUR/USD|268=2|269=0|270=1.3|271=1|${DATE}|269=1|270=1.4|271=1`)
  await expect.poll(() => quotes().at(-1)).toBe(`EURUSD 1.3/1.4 1 ${AT}`)
})

test.each(['3', 'j'])('a request that is refused by its number (%s) withdraws its instrument', async (type) => {
  const { peer } = await open()
  const asked = peer.heard.find((message) => message['55'] === 'GOLD')
  await pause(50)
  peer.say(type, `45=${asked?.['34']}|372=V|373=5|380=4|58=no depth`)
  await expect.poll(quotes).toEqual(['withdrawn XAUUSD: the source refused it: no depth'])
})

test('a refused request withdraws its instrument with the words of the source', async () => {
  const { peer, ids } = await open()
  peer.say('Y', `262=${ids.GOLD}|281=0|58=no such symbol`)
  await expect.poll(quotes).toEqual(['withdrawn XAUUSD: the source refused it: no such symbol'])
  expect(connector?.health()).toMatchObject({ state: 'live', rejects: 1 })
})

test('an instrument that the source does not list is given up, when the whole list is there', async () => {
  const { peer } = await open({ asksSecurities: true })
  const asked = peer.heard.find((message) => message['35'] === 'x')
  expect(asked).toMatchObject({ '559': '4' })
  peer.say('y', `320=${asked?.['320']}|322=1|560=0|393=2|893=N|146=1|55=EUR/USD`)
  peer.say('y', `320=${asked?.['320']}|322=1|560=0|393=2|893=Y|146=1|55=SILVER`)
  await expect.poll(quotes).toEqual(['withdrawn XAUUSD: the source does not list GOLD'])
})

describe('a price that is not exact, or not there', () => {
  test.each(['1e5', '1.123456789', 'abc'])('%s is rejected and not quoted', async (price) => {
    const { peer, ids } = await open()
    peer.say('W', `262=${ids['EUR/USD']}|55=EUR/USD|268=2|269=0|270=${price}|271=1|269=1|270=1.2|271=1`)
    expect(await peer.hear('3')).toMatchObject({ '371': '270', '373': '6' })
    expect(quotes()).toEqual([])
  })

  test('an empty snapshot withdraws', async () => {
    const { peer, ids } = await open()
    peer.say('W', `262=${ids['EUR/USD']}|55=EUR/USD|268=2|269=0|270=1.1|271=1|${DATE}|269=1|270=1.2|271=1`)
    peer.say('W', `262=${ids['EUR/USD']}|55=EUR/USD|268=0`)
    await expect.poll(() => quotes().at(-1)).toBe('withdrawn EURUSD: the source quotes no bid or no ask')
  })
})

describe('a hole', () => {
  test('withdraws, drops what is sent a second time, and asks anew when it is closed', async () => {
    const { peer, ids } = await open()
    const snapshot = (price: string, id = ids['EUR/USD']) => `262=${id}|55=EUR/USD|268=2|269=0|270=${price}|271=1|${DATE}|269=1|270=2|271=1`
    peer.say('W', snapshot('1.1'))
    await expect.poll(quotes).toEqual([`EURUSD 1.1/2 1 ${AT}`])
    peer.say('W', snapshot('1.3'), { seq: 4 })
    await peer.hear('2')
    expect(quotes().at(-1)).toBe('withdrawn EURUSD: messages are missing')
    const dup = { head: `43=Y|122=${fixTime(Date.now() - 1_000)}` }
    peer.say('W', snapshot('1.2'), { ...dup, seq: 3 })
    peer.say('W', snapshot('1.3'), { ...dup, seq: 4 })
    const fresh = await hearRequests(peer)
    peer.say('W', snapshot('1.4', fresh['EUR/USD']), { seq: 5 })
    await expect.poll(() => quotes().at(-1)).toBe(`EURUSD 1.4/2 1 ${AT}`)
    expect(quotes()).toHaveLength(3)
    expect(connector?.health().gaps).toBe(1)
  })

  test('a lost connection withdraws, and after the next logon everything is asked for again', async () => {
    const { peer, ids } = await open()
    peer.say('W', `262=${ids['EUR/USD']}|55=EUR/USD|268=2|269=0|270=1.1|271=1|${DATE}|269=1|270=1.2|271=1`)
    await expect.poll(quotes).toHaveLength(1)
    peer.cut()
    const again = await meet()
    expect(quotes().at(-1)).toBe('withdrawn EURUSD: the connection was closed')
    expect(Object.keys(again.ids)).toEqual(['EUR/USD', 'GOLD'])
    expect(connector?.health()).toMatchObject({ state: 'live', connects: 2 })
  })
})

test('what still stands is confirmed while the peer is there, and nothing is said after the end', async () => {
  const { peer, ids } = await open()
  peer.say('W', `262=${ids['EUR/USD']}|55=EUR/USD|268=2|269=0|270=1.1|271=1|${DATE}|269=1|270=1.2|271=1`)
  await expect.poll(quotes).toHaveLength(1)
  await expect
    .poll(() => {
      peer.say('0')
      return said.at(-1)
    })
    .toBe('confirmed EURUSD')
  const closing = connector?.close()
  await peer.hear('5')
  peer.say('5')
  await closing
  expect(quotes()).toHaveLength(1)
})
