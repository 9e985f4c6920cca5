/** Wallet, account detail, statement and notices as their routes answer, over a real broker. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openNotices } from '../../../broker/notices/notices'
import { submitWithdrawal } from '../../../contract/withdrawals'
import { createWorld, type TestTrader, type World } from '../../../tests/fixtures/create-world'
import { fund } from '../../../tests/fixtures/funded-trader'
import { PAYING_OUT, payee } from '../../../tests/fixtures/payout-actions'
import { type SiteCallOptions, siteAnswer, siteCall } from '../../../tests/fixtures/site-call'
import { DEMO_RESTRICTED } from '../../broker-client/failure-reasons'
import { loader as file } from '../../routes/resources/history-file'
import { loader as oldStatement } from '../../routes/resources/old-statement'
import { loader as document } from '../../routes/resources/statement-document'
import { loader as history } from '../../routes/traders/history'
import { loader as notices, action as read } from '../../routes/traders/notices'
import { loader as statements } from '../../routes/traders/statements'
import { loader as wallet } from '../../routes/traders/wallet'
import type { NoticesData } from '../notices/notices-data'
import type { HistoryData } from './history/history-data'
import type { WalletData } from './overview/wallet-data'
import type { StatementsData } from './statement/statement-data'

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
      { direction: 'out', currency: 'USDT · TRC20', amount: '250.00000000', status: 'unchecked', statusName: 'Under review' },
      { direction: 'in', amount: '1000.00000000', status: 'completed' },
    ])
  })

  test('is not for a demo account, and nobody sees it without signing in', async () => {
    expect((await look(wallet, demo.token, '/mine/wallet')).data).toMatchObject({ reason: DEMO_RESTRICTED })
    for (const page of ['/mine/wallet', '/mine/history', '/mine/statements', '/mine/notices']) {
      const loader = { '/mine/wallet': wallet, '/mine/history': history, '/mine/statements': statements, '/mine/notices': notices }[page]
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

describe('statements', () => {
  test('are listed from the month in which the account was opened', async () => {
    const { data } = await look<StatementsData>(statements, demo.token, '/mine/statements')
    expect(data.list.map(({ name, state }) => [name, state])).toEqual([
      ['Tax year 2026', 'running'],
      ['November 2026', 'running'],
    ])
    expect([data.isDemo, data.shown]).toEqual([true, null])
  })

  test('the one of a month that runs adds up; it has no paper, and its address leads back to it', async () => {
    const trader = await world.realTrader()
    await fund(world, trader, '100')
    await fund(world, trader, '20.5')
    const { data } = await look<StatementsData>(statements, trader.token, '/mine/statements?period=2026-11')
    expect(data.shown).toMatchObject({ state: 'running', name: 'November 2026', signed: null })
    expect(data.shown?.summary).toMatchObject({ opening: '0.00000000', closing: '120.50000000', moved: '120.50000000', rows: 2 })
    expect(data.shown?.lines.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['Deposit', '100.00000000', '100.00000000'],
      ['Deposit', '20.50000000', '120.50000000'],
    ])
    expect(await look(document, trader.token, '/resources/statement-document?period=2026-11&as=pdf')).toMatchObject({
      status: 302,
      location: '/mine/statements?period=2026-11',
    })
  })

  test.each(['2019-01', '2099', '2026-13', 'x'])('of %s is not found', async (period) => {
    expect(await look(statements, demo.token, `/mine/statements?period=${period}`)).toMatchObject({ status: 404 })
  })

  test('the old address leads to the month it was asked for', async () => {
    expect(await look(oldStatement, demo.token, '/mine/statement?from=2026-11-03&to=2026-11-20')).toMatchObject({
      location: '/mine/statements?period=2026-11',
    })
    expect(await look(oldStatement, demo.token, '/mine/statement')).toMatchObject({ location: '/mine/statements' })
  })
})

describe('the movements of an account', () => {
  test.each([
    ['no day of the calendar', 'from=2026-02-31&to=2026-03-01'],
    ['an end before the beginning', 'from=2026-03-02&to=2026-02-20'],
    ['more than a year', 'from=2020-01-01&to=2026-03-01'],
  ])('are no file over %s', async (_what, period) => {
    expect(await look(file, demo.token, `/resources/history-file?${period}`)).toMatchObject({ status: 302, location: '/mine/history' })
  })

  test('as a file have what came and what went in columns without signs, in the words of the reader', async () => {
    const mine = await payee(world, '100')
    await mine.trader.call(submitWithdrawal, { draw_currency_id: mine.currency, draw_method_id: mine.method, number: '40', memo: '' })
    const answer = (await file(call('/resources/history-file', { token: mine.trader.token }))) as Response
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="history-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv"$/)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    // No cell of these has a comma of its own but the words of a withdrawal, which stand in quotes.
    const rows = bytes
      .toString('utf8')
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.replace(/"[^"]*"/g, 'quoted').split(','))
    expect(rows[0]).toEqual(['Number', 'Time', 'Description', 'In', 'Out', 'Available balance'])
    expect(rows.slice(1).map((row) => row.slice(3))).toEqual([
      ['', '', '0.00000000'],
      ['100.00000000', '', '100.00000000'],
      ['', '40.00000000', '60.00000000'],
      ['', '', '60.00000000'],
    ])
    const arabic = await ((await file(call('/resources/history-file', { token: mine.trader.token, language: 'ar' }))) as Response).text()
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
  expect(first.notices).toMatchObject([{ kind: 'account-thawed', title: 'Account unfrozen', isRead: false }])
  await tell()
  await siteAnswer(() => read(call('/mine/notices', { token: trader.token, form: { up_to: first.notices[0]?.id ?? '' } })))
  const second = (await look<NoticesData>(notices, trader.token, '/mine/notices', 'ar')).data
  expect(second.notices.map(({ isRead }) => isRead)).toEqual([false, true])
  expect(second.notices[0]?.title).not.toBe('Account unfrozen')
})
