import { afterEach, beforeEach, expect, test } from 'vitest'
import { MarketProvider } from '../../contract/market-file'
import { parseFixed } from '../../rules/decimal'
import { type FixPort, openFixPort } from '../../tests/fixtures/fix-peer'
import { memoryFixStore } from '../fix/session-store'
import { silent } from '../ground/logger'
import type { CopiedReport } from '../providers/copy-line'
import { type OpenedProvider, openProvider } from './open-provider'

const clock = { now: () => Date.now(), monotonic: () => performance.now() }

let port: FixPort
let stores: string[]
beforeEach(async () => {
  port = await openFixPort()
  stores = []
})
afterEach(() => port.close())

function opened(dropCopy?: unknown): Promise<OpenedProvider> {
  const connection = { host: '127.0.0.1', port: port.port, tls: null, senderCompId: 'US', targetCompId: 'PEER', username: { env: 'USER' } }
  const entry = MarketProvider.parse({
    kind: 'fix',
    ...connection,
    symbols: { EURUSD: 'EUR/USD' },
    ...(dropCopy === undefined ? {} : { dropCopy }),
  })
  const fixStore = (id: string) => {
    stores.push(id)
    return memoryFixStore()
  }
  return openProvider('lp', entry, {
    folder: '.',
    marketSecret: 'nobody',
    variables: { USER: 'house', COPY_USER: 'watcher' },
    clock,
    logger: silent,
    fixStore,
  })
}

test('no line of copies where the file names none', async () => {
  expect((await opened()).copies).toBeUndefined()
  expect(stores).toEqual(['orders lp'])
})

test('a line of copies logs on as itself, hands on what was done and nothing else', async () => {
  const { copies } = await opened({ senderCompId: 'CANDOR', username: { env: 'COPY_USER' } })
  expect(stores).toEqual(['orders lp', 'copies lp'])
  const kept: CopiedReport[] = []
  let openings = 0
  copies?.start({
    async copied(report) {
      kept.push(report)
    },
    opened: () => {
      openings += 1
    },
  })
  const peer = await port.meet()
  expect(await peer.hear('A')).toMatchObject({ '49': 'CANDOR', '56': 'PEER', '553': 'watcher' })
  peer.nextSeq = 1
  peer.say('A', '98=0|108=30')
  await expect.poll(() => copies?.isOpen).toBe(true)
  expect(openings).toBe(1)
  const base = '37=O1|11=A-1|60=20261118-12:00:00.250|151=0|14=5|6=2|39=2'
  peer.say('8', `17=0|150=I|55=EUR/USD|54=1|${base}`)
  peer.say('8', `17=E2|150=F|55=EUR/USD|54=2|32=5|31=2|${base}`)
  peer.say('8', `17=E3|150=F|55=GBP/USD|54=1|32=5|31=2|${base}`)
  await expect.poll(() => kept.length).toBe(2)
  expect(kept).toMatchObject([
    {
      kind: 'filled',
      execId: 'E2',
      orderId: 'A-1',
      code: 'EURUSD',
      side: 'sell',
      lastQuantity: parseFixed('5'),
      lastPrice: parseFixed('2'),
    },
    { kind: 'filled', execId: 'E3', code: 'GBP/USD', side: 'buy' },
  ])
  await copies?.close()
})
