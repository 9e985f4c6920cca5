import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../scripts/provider/make-certificate'
import { type FrozenClock, frozenClock } from '../../tests/fixtures/frozen-clock'
import { memoryFixStore } from '../fix/session-store'
import { silent } from '../ground/logger'
import { CATALOGUE } from '../market/catalogue'
import { openMarketFile } from './open-market-file'
import { readMarketFile } from './read-market-file'

const variables: Record<string, string> = {}
const services = () => ({ clock: frozenClock(), logger: silent, variables, marketSecret: 'nobody', fixStore: () => memoryFixStore() })
const read = (file: object) => readMarketFile(JSON.stringify(file), CATALOGUE)
const MADE_UP = { kind: 'simulated', seed: 7 }

describe('what is read', () => {
  test('sources by name, instruments with their order and bounds', () => {
    const { plans, problems } = read({
      sources: { 'made-up': MADE_UP },
      instruments: { EURUSD: { sources: ['made-up'], spikePercent: '0.5', decimals: 6 }, BTCUSDT: { sources: ['made-up'] } },
    })
    expect(problems).toEqual([])
    expect(plans).toMatchObject([
      { instrument: { code: 'EURUSD', pricePrecision: 6 }, sources: ['made-up'], rules: { spike: 5_000n, quietAfterMs: 800 } },
      { instrument: { code: 'BTCUSDT' }, rules: { returnAfterMs: 5_000 } },
    ])
    // A third and a fifteenth of the band of the catalogue.
    const band = BigInt(Math.round((CATALOGUE.find(({ code }) => code === 'BTCUSDT')?.priceBand ?? 0) * 1_000_000))
    const rules = plans[1]?.rules
    expect([(rules?.spike ?? 0n) * 3n - band, (rules?.disagreement ?? 0n) * 15n - band].every((rest) => rest * rest <= 225n)).toBe(true)
  })

  test.each([
    ['a source that is not known', { EURUSD: { sources: ['nobody'] } }, 'instruments.EURUSD.sources: there is no source "nobody"'],
    ['an instrument that is not known', { EURXYZ: { sources: ['made-up'] } }, 'instruments.EURXYZ: there is no such instrument'],
    ['a source twice', { EURUSD: { sources: ['made-up', 'made-up'] } }, 'instruments.EURUSD.sources: a source is named twice'],
    ['no source', { EURUSD: { sources: [] } }, 'instruments.EURUSD.sources: '],
    [
      'a percentage that is none',
      { EURUSD: { sources: ['made-up'], spikePercent: '0' } },
      'instruments.EURUSD.spikePercent: a percentage is above zero',
    ],
    ['a key that is not known', { EURUSD: { sources: ['made-up'], markup: 3 } }, 'instruments.EURUSD: '],
    [
      'an instrument without a name at its source',
      { EURUSD: { sources: ['coins'] } },
      'instruments.EURUSD.sources: "coins" has no name for it',
    ],
    [
      'a made-up market beside another',
      { EURUSD: { sources: ['made-up', 'other'] } },
      'instruments.EURUSD.sources: a simulated or recorded market stands alone',
    ],
  ])('%s is one clear sentence, and the others go on', (_, wrong, sentence) => {
    const { plans, problems } = read({
      sources: { 'made-up': MADE_UP, other: MADE_UP, coins: { kind: 'kraken', symbols: { BTCUSDT: 'BTC/USDT' } } },
      instruments: { ...wrong, BTCUSDT: { sources: ['made-up'] } },
    })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(sentence)
    expect(plans.map(({ instrument }) => instrument.code)).toEqual(['BTCUSDT'])
  })

  test('a source that is wrong is named with its place, and what rests on it', () => {
    const { plans, problems } = read({
      sources: { 'made-up': { kind: 'simulated', seed: -1 }, Upper: MADE_UP },
      instruments: { EURUSD: { sources: ['made-up'] } },
    })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'sources.made-up.seed',
      'sources.Upper',
      'instruments.EURUSD.sources',
    ])
    expect(plans).toEqual([])
  })

  const ORDERS = { kind: 'fix', host: '127.0.0.1', port: 5202, tls: null, senderCompId: 'US', targetCompId: 'THEM' }
  const KEYS = { apiKey: { env: 'KEY' }, secret: { env: 'SECRET' } }
  const asked = (providers: object) =>
    read({ sources: { 'made-up': MADE_UP }, providers, instruments: { EURUSD: { sources: ['made-up'] } } })

  test('providers by name; their numbers go on over logons', () => {
    const { providers, problems } = asked({
      prime: { ...ORDERS, symbols: { EURUSD: 'EUR/USD' }, dropCopy: { senderCompId: 'US-COPY' } },
      coins: { kind: 'ccxt', exchange: 'kraken', symbols: { BTCUSDT: 'BTC/USDT' }, ...KEYS },
    })
    expect(problems).toEqual([])
    expect(providers.get('prime')).toMatchObject({ resetsAtLogon: false, account: '', dropCopy: { senderCompId: 'US-COPY' } })
    expect(providers.get('coins')).toMatchObject({ kind: 'ccxt', exchange: 'kraken' })
  })

  test.each([
    ['a secret in the file', { ...ORDERS, symbols: {}, password: 'hunter2' }, 'providers.prime.password: '],
    ['no name for it', { kind: 'ccxt', exchange: 'kraken', symbols: { BTCUSDT: '' }, ...KEYS }, 'providers.prime.symbols.BTCUSDT: '],
    ['an instrument that is not known', { ...ORDERS, symbols: { EURXYZ: 'EUR/XYZ' } }, 'providers.prime.symbols.EURXYZ: there is no such'],
    ['a kind that takes no orders', { kind: 'kraken', symbols: {} }, 'providers.prime.kind: '],
    ['a key that is not known', { ...ORDERS, symbols: {}, depth: 3 }, 'providers.prime: '],
  ])('of a provider %s is one clear sentence, and the prices go on', (_, prime, sentence) => {
    const { plans, problems } = asked({ prime })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(sentence)
    expect(plans).toHaveLength(1)
  })

  test.each([
    ['no JSON', '{', 'it is not JSON'],
    ['another file', '{"name":"Aurora"}', 'sources: '],
  ])('%s is refused as a whole', (_, text, sentence) => {
    expect(() => readMarketFile(text, CATALOGUE)).toThrow(sentence)
  })
})

describe('followed while it runs', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'market-file-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const write = (file: object | string) =>
    writeFileSync(path.join(folder, 'market.json'), typeof file === 'string' ? file : JSON.stringify(file))
  const open = () => openMarketFile({ file: path.join(folder, 'market.json'), ...services() })

  test('a new seed is a new market; what did not change stays the same connector', async () => {
    const instruments = { EURUSD: { sources: ['one'] }, BTCUSDT: { sources: ['two'] } }
    write({ sources: { one: MADE_UP, two: MADE_UP }, instruments })
    const market = await open()
    const origins = () => ['EURUSD', 'BTCUSDT'].map((code) => market.feed.originOf(code))
    const first = origins()
    expect(first[0]).toBe(first[1])
    write({ sources: { one: { ...MADE_UP, seed: 8 }, two: MADE_UP }, instruments })
    await market.reload()
    expect(origins()[0]).not.toBe(first[0])
    expect(origins()[1]).toBe(first[1])
    market.close()
  })

  test('a file that broke leaves all as it was, and an instrument that is new waits', async () => {
    write({ sources: { one: MADE_UP }, instruments: { EURUSD: { sources: ['one'] } } })
    const market = await open()
    write('{"sources":')
    await expect(market.reload()).rejects.toThrow('it is not JSON')
    expect(market.feed.health().sources.map(({ id }) => id)).toEqual(['one'])
    write({ sources: { one: MADE_UP }, instruments: { EURUSD: { sources: ['one'] }, BTCUSDT: { sources: ['one'] } } })
    await market.reload()
    expect(market.feed.instruments.map(({ code }) => code)).toEqual(['EURUSD'])
    market.close()
  })

  test('an edit is seen by itself', async () => {
    write({ sources: { one: MADE_UP }, instruments: { EURUSD: { sources: ['one'] } } })
    const market = await open()
    const before = market.feed.originOf('EURUSD')
    write({ sources: { one: { ...MADE_UP, seed: 12 } }, instruments: { EURUSD: { sources: ['one'] } } })
    await expect.poll(() => market.feed.originOf('EURUSD'), { timeout: 20_000 }).not.toBe(before)
    market.close()
  })

  const FIX = {
    kind: 'fix',
    host: '127.0.0.1',
    port: 9,
    tls: null,
    senderCompId: 'US',
    targetCompId: 'THEM',
    symbols: { EURUSD: 'EUR/USD' },
  }
  test('a provider whose entry changed is another one, and whoever uses them is told', async () => {
    const prices = { sources: { one: MADE_UP }, instruments: { EURUSD: { sources: ['one'] } } }
    write({ ...prices, providers: { prime: FIX, second: { ...FIX, senderCompId: 'US-2' } } })
    const market = await open()
    const [prime, second] = market.providers()
    const told: string[][] = []
    market.onProviders((providers) => void told.push(providers.map(({ provider }) => provider.id)))
    write({ ...prices, providers: { prime: { ...FIX, port: 10 }, second: { ...FIX, senderCompId: 'US-2' } } })
    await market.reload()
    expect(market.providers().map((one) => one === prime || one === second)).toEqual([true, false])
    write({ ...prices, providers: { second: { ...FIX, senderCompId: 'US-2' } } })
    await market.reload()
    await market.reload()
    expect(told).toEqual([['second', 'prime'], ['second']])
    expect(market.providers()).toEqual([second])
    market.close()
  })

  test('a secret that is not in the environment is named, and the sources that have what they need go on', async () => {
    const said: unknown[] = []
    write({
      sources: { lp1: { ...FIX, password: { env: 'LP1_PASSWORD' } }, lp2: FIX, own: { kind: 'http-push', keys: { main: 'k'.repeat(43) } } },
      instruments: { EURUSD: { sources: ['lp1', 'lp2', 'own'] } },
    })
    const logger = { ...silent, error: (fields: object) => said.push(fields) }
    const market = await openMarketFile({ file: path.join(folder, 'market.json'), ...services(), logger })
    expect(said).toMatchObject([{ problem: 'sources.lp1: the environment variable LP1_PASSWORD is not set' }])
    expect(market.feed.health().instruments[0]?.sources.map(({ source }) => source)).toEqual(['lp2', 'own'])
    expect((await market.answerPush('own', new Request('http://here/', { method: 'GET' })))?.status).toBe(405)
    expect([market.answerPush('lp2', new Request('http://here/')), market.answerPush('nobody', new Request('http://here/'))]).toEqual([
      null,
      null,
    ])
    market.close()
  })

  test.skipIf(spawnSync('openssl', ['version']).status !== 0)(
    'a certificate that has expired is named with its file and day, and the sources beside it go on',
    async () => {
      makeCertificate(folder)
      const tls = { caFile: 'cert.pem', certFile: 'cert.pem', keyFile: 'key.pem' }
      write({ sources: { lp1: { ...FIX, tls }, lp2: FIX }, instruments: { EURUSD: { sources: ['lp1', 'lp2'] } } })
      const openAt = async (clock: FrozenClock) => {
        const said: unknown[] = []
        const logger = { ...silent, error: (fields: object) => said.push(fields) }
        const market = await openMarketFile({ file: path.join(folder, 'market.json'), ...services(), clock, logger })
        const sources = market.feed.health().instruments[0]?.sources.map(({ source }) => source)
        market.close()
        return { said, sources }
      }
      expect(await openAt(frozenClock(Date.now()))).toEqual({ said: [], sources: ['lp1', 'lp2'] })
      const { said, sources } = await openAt(frozenClock(Date.now() + 1_000 * 86_400_000))
      expect(said).toMatchObject([
        {
          file: path.join(folder, 'market.json'),
          problem: expect.stringMatching(/^sources\.lp1: tls\.caFile: cert\.pem expired on \d{4}-\d\d-\d\d$/),
        },
      ])
      expect(sources).toEqual(['lp2'])
    },
  )

  test('a recording that is not there is a sentence of its source', async () => {
    write({ sources: { tape: { kind: 'replay', directory: 'nowhere' } }, instruments: { EURUSD: { sources: ['tape'] } } })
    await expect(open()).rejects.toThrow('no instrument has a source')
  })
})
