/** Wallet, account detail, statement and notices as their routes answer, over a real broker. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openNotices } from '../../../broker/notices/notices'
import { submitWithdrawal } from '../../../contract/withdrawals'
import { DAY_MS } from '../../../rules/durations'
import { createWorld, type TestTrader, type World } from '../../../tests/fixtures/create-world'
import { fund } from '../../../tests/fixtures/funded-trader'
import { PAYING_OUT, payee } from '../../../tests/fixtures/payout-actions'
import { type SiteCallOptions, siteAnswer, siteCall } from '../../../tests/fixtures/site-call'
import { DEMO_RESTRICTED } from '../../broker-client/failure-reasons'
import { loader as file } from '../../routes/resources/statement-file'
import { loader as history } from '../../routes/traders/history'
import { loader as notices, action as read } from '../../routes/traders/notices'
import { loader as statement } from '../../routes/traders/statement'
import { loader as wallet } from '../../routes/traders/wallet'
import type { NoticesData } from '../notices/notices-data'
import type { HistoryData } from './history/history-data'
import type { WalletData } from './overview/wallet-data'
import type { StatementData } from './statement/statement-data'
import { dayOf } from './statement/statement-period'

let world: World
let demo: TestTrader
beforeAll(async () => {
  world = await createWorld({ tenants: PAYING_OUT })
  demo = await world.demoTrader()
})
afterAll(() => world.close())

const call = (page: string, options: SiteCallOptions) =>
  siteCall({ send: world.broker.fetch, tenant: world.tenant('aurora'), now: () => world.clock.now() }, page, options)
const look = async <Data>(loader: (args: ReturnType<typeof call>) => unknown, token: string | null, page: string, language = 'en') =>
  (await siteAnswer(() => loader(call(page, { token, language })))) as Awaited<ReturnType<typeof siteAnswer>> & { data: Data }

describe('the wallet', () => {
  test('shows what is free and frozen, what moved last, and how much stands behind its links', async () => {
    const mine = await payee(world, '1000')
    world.clock.advance(1_000)
    const asked = await mine.trader.call(submitWithdrawal, {
      draw_currency_id: mine.currency,
      draw_method_id: mine.method,
      number: '250',
      memo: '',
    })
    expect(asked.outcome).toBe('ok')
    const { data } = await look<WalletData>(wallet, mine.trader.token, '/mine/wallet')
    expect(data).toMatchObject({ balance: '750.00000000', frozen: '250.00000000' })
    expect(data.counts).toEqual({ records: 2, coinAddresses: 1, bankCards: 0 })
    expect(data.activity).toMatchObject([
      { direction: 'out', currency: 'USDT · TRC20', amount: '250.00000000', status: 0, statusName: 'Unchecked' },
      { direction: 'in', amount: '1000.00000000', status: 1 },
    ])
  })

  test('is not for a demo account, and nobody sees it without signing in', async () => {
    expect((await look(wallet, demo.token, '/mine/wallet')).data).toMatchObject({ reason: DEMO_RESTRICTED })
    for (const page of ['/mine/wallet', '/mine/history', '/mine/statement', '/mine/notices']) {
      const loader = { '/mine/wallet': wallet, '/mine/history': history, '/mine/statement': statement, '/mine/notices': notices }[page]
      if (loader === undefined) throw new Error('a page without a loader')
      expect(await look(loader, null, page)).toMatchObject({ status: 302, location: `/login?from=${encodeURIComponent(page)}` })
    }
  })
})

test('the account detail shows a page more of the movements with every step, each once', async () => {
  const trader = await world.realTrader()
  for (let count = 0; count < 23; count++) await fund(world, trader, '1')
  const first = (await look<HistoryData>(history, trader.token, '/mine/history')).data
  expect([first.balance, first.frozen, first.total, first.lines.length, first.canShowMore]).toEqual([
    '23.00000000',
    '0.00000000',
    23,
    20,
    true,
  ])
  const both = (await look<HistoryData>(history, trader.token, '/mine/history?page=2')).data
  expect(new Set(both.lines.map(({ id }) => id)).size).toBe(23)
  expect(both.lines[0]?.text).toMatch(/^Deposit \d+$/)
})

describe('a statement', () => {
  test('names a demo account, which has neither address nor number, as what it is', async () => {
    const trader = await world.demoTrader()
    const { data } = await look<StatementData>(statement, trader.token, '/mine/statement')
    expect(data.account).toBe('Demo account')
  })

  test('is of whole days, and what it opens with and its lines make what it closes with', async () => {
    const trader = await world.realTrader()
    await fund(world, trader, '100')
    await fund(world, trader, '20.5')
    const today = dayOf(world.clock.now())
    const { data } = await look<StatementData>(statement, trader.token, `/mine/statement?from=${today}&to=${today}`)
    expect(data.period).toEqual({ from: today, to: today })
    expect(data.statement).toMatchObject({ opening: '0.00000000', closing: '120.50000000', isComplete: true })
    expect(data.statement?.lines.map(({ balanceAfter }) => balanceAfter)).toEqual(['100.00000000', '120.50000000'])
    const before = dayOf(world.clock.now() - DAY_MS)
    const earlier = await look<StatementData>(statement, trader.token, `/mine/statement?from=${before}&to=${before}`)
    expect(earlier.data.statement).toMatchObject({ opening: '0.00000000', closing: '0.00000000', lines: [] })
  })

  test.each([
    ['no day of the calendar', 'from=2026-02-31&to=2026-03-01'],
    ['an end before the beginning', 'from=2026-03-02&to=2026-02-20'],
    ['more than a year', 'from=2020-01-01&to=2026-03-01'],
  ])('of %s is refused with words, and its file leads to them', async (_what, period) => {
    const trader = await world.realTrader()
    const { data } = await look<StatementData>(statement, trader.token, `/mine/statement?${period}`)
    expect(data.statement).toBeNull()
    expect(data.problem).not.toBe('')
    expect(await look(file, trader.token, `/resources/statement-file?${period}`)).toMatchObject({
      status: 302,
      location: `/mine/statement?${period}`,
    })
  })

  test('as a file has what came and what went in columns without signs, in the words of the reader', async () => {
    const mine = await payee(world, '100')
    await mine.trader.call(submitWithdrawal, { draw_currency_id: mine.currency, draw_method_id: mine.method, number: '40', memo: '' })
    const answer = (await file(call('/resources/statement-file', { token: mine.trader.token }))) as Response
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="statement-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv"$/)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    // No cell of these has a comma of its own but the words of a withdrawal, which stand in quotes.
    const rows = bytes
      .toString('utf8')
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.replace(/"[^"]*"/g, 'quoted').split(','))
    expect(rows[0]).toEqual(['Number', 'Time', 'Movement', 'In', 'Out', 'Balance'])
    expect(rows.slice(1).map((row) => row.slice(3))).toEqual([
      ['', '', '0.00000000'],
      ['100.00000000', '', '100.00000000'],
      ['', '40.00000000', '60.00000000'],
      ['', '', '60.00000000'],
    ])
    const arabic = await ((await file(call('/resources/statement-file', { token: mine.trader.token, language: 'ar' }))) as Response).text()
    expect(arabic).toContain('الرصيد الافتتاحي')
  })
})

test('notices are read up to the newest that was shown; one that came meanwhile stays unread', async () => {
  const trader = await world.realTrader()
  const told = openNotices({ delivery: { queue: async () => undefined as never } })
  const tell = () =>
    world.broker.database.withTenant('aurora', (tx) =>
      told.tell(tx, {
        tenant: world.tenant('aurora'),
        traderId: BigInt(trader.id),
        kind: 'account-thawed',
        params: { reason: 'All is well.' },
        now: world.clock.now(),
      }),
    )
  await tell()
  const first = (await look<NoticesData>(notices, trader.token, '/mine/notices')).data
  expect([first.unread, first.total]).toEqual([1, 1])
  expect(first.notices).toMatchObject([{ kind: 'account-thawed', title: 'Account open again', isRead: false }])
  await tell()
  await siteAnswer(() => read(call('/mine/notices', { token: trader.token, form: { up_to: first.notices[0]?.id ?? '' } })))
  const second = (await look<NoticesData>(notices, trader.token, '/mine/notices', 'ar')).data
  expect(second.notices.map(({ isRead }) => isRead)).toEqual([false, true])
  expect(second.notices[0]?.title).not.toBe('Account open again')
})
