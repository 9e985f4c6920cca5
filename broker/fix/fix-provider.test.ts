import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseFixed } from '../../rules/decimal'
import { type FixPeer, type FixPort, fixTime, openFixPort } from '../../tests/fixtures/fix-peer'
import { silent } from '../ground/logger'
import type { ProviderOrder, ProviderReport } from '../providers/provider'
import { type FixProvider, openFixProvider } from './fix-provider'
import { type FixStore, memoryFixStore } from './session-store'

const clock = { now: () => Date.now(), monotonic: () => performance.now() }
const ORDER: ProviderOrder = { id: 'A-1', code: 'EURUSD', side: 'buy', quantity: parseFixed('100000'), limit: parseFixed('1.0865') }
const TIME = '20261118-12:00:00.250'

let port: FixPort
let store: FixStore
let provider: FixProvider
let reports: ProviderReport[]
let connections: string[]
let peer: FixPeer
let keep: (report: ProviderReport) => Promise<void>

beforeEach(async () => {
  port = await openFixPort()
  store = memoryFixStore()
  reports = []
  connections = []
  keep = async () => {}
  openProvider()
  peer = await logOn(1)
})
afterEach(async () => {
  await Promise.all([provider.close(), port.close()])
})

function openProvider(): void {
  const letter = {
    host: '127.0.0.1',
    port: port.port,
    tls: null,
    parties: { us: 'CANDOR', them: 'PEER' },
    heartbeatSeconds: 30,
    resetsAtLogon: false,
    times: null,
  }
  const instruments = [{ code: 'EURUSD', symbol: 'EUR/USD' }]
  provider = openFixProvider({ id: 'lp', peer: letter, account: 'house', instruments }, { store, clock, random: () => 0, logger: silent })
  provider.start({
    async reported(report) {
      await keep(report)
      reports.push(report)
    },
    connected: (isConnected) => connections.push(isConnected ? 'up' : 'down'),
  })
}

async function logOn(seq: number): Promise<FixPeer> {
  const met = await port.meet()
  await met.hear('A')
  met.nextSeq = seq
  met.say('A', '98=0|108=30')
  await expect.poll(() => provider.isConnected).toBe(true)
  return met
}

test('an order is an IOC limit order, or a market order without a limit', async () => {
  await provider.submit(ORDER)
  expect(await peer.hear('D')).toMatchObject({
    '11': 'A-1',
    '1': 'house',
    '55': 'EUR/USD',
    '54': '1',
    '38': '100000',
    '40': '2',
    '44': '1.0865',
    '59': '3',
  })
  await provider.submit({ ...ORDER, id: 'A-2', side: 'sell', limit: null })
  const market = await peer.hear('D')
  expect(market).toMatchObject({ '11': 'A-2', '54': '2', '40': '1' })
  expect(market).not.toHaveProperty('44')
})

describe('reports', () => {
  const base = `37=O1|11=A-1|55=EUR/USD|54=1|60=${TIME}`
  test.each<[string, string, Partial<ProviderReport>]>([
    ['new', '17=E1|150=0|39=0|151=100000|14=0|6=0', { kind: 'accepted', execId: 'E1', isFinal: false }],
    [
      'a part',
      '17=E2|150=F|39=1|32=40000|31=1.08641|151=60000|14=40000|6=1.08641',
      { kind: 'filled', lastQuantity: parseFixed('40000'), lastPrice: parseFixed('1.08641'), isFinal: false },
    ],
    [
      'the whole',
      '17=E3|150=F|39=2|32=60000|31=1.0865|151=0|14=100000|6=1.086464',
      { kind: 'filled', filledQuantity: parseFixed('100000'), averagePrice: parseFixed('1.086464'), isFinal: true },
    ],
    ['a part of an older peer', '17=E2|150=1|39=1|32=1|31=1.1|151=2|14=1|6=1.1', { kind: 'filled', isFinal: false }],
    ['canceled', '17=E4|150=4|39=4|151=0|14=40000|6=1.08641', { kind: 'canceled', isFinal: true }],
    ['rejected', '17=E5|150=8|39=8|151=0|14=0|6=0|58=no credit', { kind: 'rejected', reason: 'no credit', isFinal: true }],
    ['expired', '17=E6|150=C|39=C|151=0|14=0|6=0', { kind: 'expired', isFinal: true }],
    ['a fill after the cancel', '17=E7|150=F|39=4|32=5|31=1.1|151=0|14=5|6=1.1', { kind: 'filled', isFinal: true }],
    ['a bust', '17=E8|19=E2|150=H|39=4|151=0|14=0|6=0', { kind: 'busted', referredExecId: 'E2' }],
    [
      'a correction',
      '17=E9|19=E2|150=G|39=4|32=40000|31=1.0864|151=0|14=40000|6=1.0864',
      { kind: 'corrected', referredExecId: 'E2', lastPrice: parseFixed('1.0864') },
    ],
    ['pending', '17=E10|150=A|39=A|151=100000|14=0|6=0', { kind: 'status', execId: '', isFinal: false }],
    ['a status', '17=0|150=I|39=1|151=60000|14=40000|6=1.08641', { kind: 'status', filledQuantity: parseFixed('40000'), isFinal: false }],
    ['unknown', '17=0|790=A-1|150=I|39=8|103=5|151=0|14=0|6=0', { kind: 'unknown', isFinal: true }],
  ])('%s', async (_, fields, expected) => {
    peer.say('8', `${base}|${fields}`)
    await expect.poll(() => reports.length).toBe(1)
    expect(reports[0]).toMatchObject({ orderId: 'A-1', time: Date.UTC(2026, 10, 18, 12, 0, 0, 250), ...expected })
  })

  test('one without what it has to say is rejected and not handed on', async () => {
    peer.say('8', `${base}|17=E1|150=F|39=2|32=1|151=0|14=1|6=1`)
    expect(await peer.hear('3')).toMatchObject({ '45': '2', '371': '31', '373': '1' })
    peer.say('8', `${base}|17=E1|150=F|39=2|32=1|31=1e5|151=0|14=1|6=1`)
    expect(await peer.hear('3')).toMatchObject({ '371': '31', '373': '6' })
    expect(reports).toEqual([])
  })

  test('copies are handed on with the same id', async () => {
    const fill = `${base}|17=E3|150=F|39=2|32=1|31=1.1|151=0|14=1|6=1.1`
    peer.say('8', fill)
    peer.say('8', fill, { head: '97=Y' })
    await expect.poll(() => reports.map(({ execId }) => execId)).toEqual(['E3', 'E3'])
  })

  test('one that could not be kept comes again', async () => {
    keep = () => Promise.reject(new Error('no store'))
    const fill = `${base}|17=E3|150=F|39=2|32=1|31=1.1|151=0|14=1|6=1.1`
    peer.say('8', fill)
    await peer.hearsEnd()
    keep = async () => {}
    const again = await logOn(3)
    expect(await again.hear('2')).toMatchObject({ '7': '2' })
    again.say('8', fill, { seq: 2, head: `43=Y|122=${fixTime(Date.now() - 1_000)}` })
    await expect.poll(() => reports.map(({ execId }) => execId)).toEqual(['E3'])
  })
})

describe('refusals', () => {
  test.each([
    ['a BusinessMessageReject that names it', 'j', (seq: string) => `45=${seq}|372=D|379=A-1|380=4|58=closed`],
    ['a BusinessMessageReject by number', 'j', (seq: string) => `45=${seq}|372=D|380=4|58=closed`],
    ['a Reject', '3', (seq: string) => `45=${seq}|372=D|373=5|58=closed`],
  ])('%s ends the order', async (_, type, fields) => {
    await provider.submit(ORDER)
    peer.say(type, fields((await peer.hear('D'))['34'] ?? ''))
    await expect.poll(() => reports.length).toBe(1)
    expect(reports[0]).toMatchObject({ kind: 'rejected', orderId: 'A-1', reason: 'closed', isFinal: true, execId: 'refused-A-1' })
  })

  test('of a question: unknown when the peer says so, else no answer at all', async () => {
    await provider.askAfter(ORDER)
    const asked = await peer.hear('H')
    expect(asked).toMatchObject({ '11': 'A-1', '790': 'A-1', '55': 'EUR/USD' })
    peer.say('j', `45=${asked['34']}|372=H|380=4|58=busy`)
    peer.say('j', `45=${asked['34']}|372=H|380=1|58=never heard`)
    await expect.poll(() => reports.length).toBe(1)
    expect(reports[0]).toMatchObject({ kind: 'unknown', orderId: 'A-1', reason: 'never heard' })
  })

  test('an instrument that the provider does not deal in is not sent', async () => {
    await expect(provider.submit({ ...ORDER, code: 'XAUUSD' })).rejects.toThrow('does not deal in XAUUSD')
  })
})

describe('a lost connection', () => {
  test('refuses orders, and never sends one of before again: its number is gap-filled', async () => {
    await provider.submit(ORDER)
    await peer.hear('D')
    peer.cut()
    await expect.poll(() => connections).toEqual(['up', 'down'])
    await expect(provider.submit({ ...ORDER, id: 'A-2' })).rejects.toThrow()
    await expect(provider.askAfter(ORDER)).rejects.toThrow()
    await expect(provider.positions()).rejects.toThrow()
    const again = await logOn(2)
    expect(connections).toEqual(['up', 'down', 'up'])
    again.say('2', '7=1|16=0')
    expect(await again.hear('4')).toMatchObject({ '34': '1', '36': '4', '43': 'Y', '123': 'Y' })
    await again.hearsNo('D')
  })

  test('a hole in what the peer says lets everything be asked after', async () => {
    peer.say('4', '123=Y|36=6', { seq: 4 })
    await peer.hear('2')
    peer.say('4', '123=Y|36=6', { seq: 2, head: `43=Y|122=${fixTime()}` })
    await expect.poll(() => connections).toEqual(['up', 'up'])
  })
})

describe('positions', () => {
  const report = (id: string, more: string) => `721=${id}|710=ID|727=2|728=0|1=house|581=1|${more}`

  async function answer(messages: [string, string][]) {
    const asked = provider.positions()
    const { '710': id } = await peer.hear('AN')
    for (const [type, fields] of messages) peer.say(type, fields.replace('710=ID', `710=${id}`))
    return asked
  }

  test('long and short add up, in our codes; what is not ours keeps its symbol', async () => {
    const positions = await answer([
      ['AO', report('P0', '729=0')],
      ['AP', report('P1', '55=EUR/USD|702=2|703=TQ|704=300000|703=TQ|705=100000')],
      ['AP', report('P1', '55=EUR/USD|702=2|703=TQ|704=300000|703=TQ|705=100000')],
      ['AP', report('P2', '55=GOLD|702=1|703=TQ|705=12.5')],
    ])
    expect(positions).toEqual([
      { code: 'EURUSD', quantity: parseFixed('200000') },
      { code: 'GOLD', quantity: parseFixed('-12.5') },
    ])
  })

  test('none', async () => {
    expect(await answer([['AO', '721=P0|710=ID|728=2|729=0|1=house|581=1']])).toEqual([])
  })

  test('a refusal, and a lost connection, are errors', async () => {
    await expect(answer([['AO', '721=P0|710=ID|728=99|729=2|1=house|581=1|58=not today']])).rejects.toThrow('not today')
    const asked = provider.positions()
    await peer.hear('AN')
    peer.cut()
    await expect(asked).rejects.toThrow()
  })
})
