/** Challenges of fills: the rules answer at once, a person decides once, a credit takes two, and the decision is in the log. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToChallenge, challengeFill, getChallenge, listChallenges, previewChallenge, withdrawChallenge } from '../../contract/challenges'
import { getDeskCounts } from '../../contract/desk/counts'
import { decideChallenge, getDeskChallenge, listDeskChallenges } from '../../contract/desk/disputes'
import { claimReview } from '../../contract/desk/reviews'
import { listReceipts } from '../../contract/orders'
import { getPeriodStatement, listStatementRows } from '../../contract/statements'
import { createDemoAccount } from '../../contract/users'
import { getBalance, listAccountRecords, listNotices } from '../../contract/wallet'
import { HOUR_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { PLAIN_TERMS, submit } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'
import { queryRows } from '../db/open-database'

let world: World
let risk: TestOperator
let compliance: TestOperator
let support: TestOperator
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  risk = await openOperator(world, { roles: ['risk'] })
  compliance = await openOperator(world, { roles: ['compliance'] })
  support = await openOperator(world, { roles: ['support'] })
})
afterAll(async () => {
  await world.broker.sealer.flush()
  const findings = (await auditBooks(world.broker.database, world.tenants)).flatMap((result) => result.findings)
  expect(findings).toEqual([])
  expect(world.complaints).toEqual([])
  await world.close()
})

type Trader = Awaited<ReturnType<World['demoTrader']>>

/** A trader whose stop loss was set off, and the order. */
async function stoppedOut(side: 'buy' | 'sell' = 'buy'): Promise<{ trader: Trader; order: string }> {
  const trader = await world.demoTrader()
  await world.price('EURUSD', '1.10000', '1.10010')
  const [stopLoss, bid, ask] = side === 'buy' ? ['1.09900', '1.09880', '1.09890'] : ['1.10100', '1.10110', '1.10120']
  const opened = await submit(world, trader, side, 'EURUSD', { stopLoss, lots: '0.2' })
  expect(opened.outcome).toBe('ok')
  await world.price('EURUSD', bid, ask)
  await world.settle()
  return { trader, order: opened.data.Id }
}

async function challenged() {
  const { trader, order } = await stoppedOut()
  const opened = await trader.call(challengeFill, { order, reason: 'not_there', words: 'Another chart never went there.' })
  expect(opened.outcome).toBe('ok')
  return { trader, order, id: opened.data.id }
}

const balance = async (trader: Trader) => (await trader.call(getBalance, {})).data.balance

describe('the rules', () => {
  test.each([
    'buy',
    'sell',
  ] as const)('executed again a stop loss of a %s gives the same price, by the tick that set it off', async (side) => {
    const { trader, order } = await stoppedOut(side)
    const { outcome, data } = await trader.call(previewChallenge, { order })
    expect(outcome).toBe('ok')
    const price = side === 'buy' ? '1.09880' : '1.10120'
    expect(data.fill).toMatchObject({ event: 'order_closed', reason: 'stop_loss', price, counts: side === 'buy' ? 'bid' : 'ask' })
    expect(data.answer).toMatchObject({ verdict: 'same', expected: price, stated: price, credit: '0.00000000' })
    const outcomes = data.answer.checks.map((check) => [check.name, check.outcome])
    expect(outcomes).toEqual([
      ['receipt', 'passed'],
      ['ticks', 'passed'],
      ['tick', 'passed'],
      ['sides', 'passed'],
      ['age', 'passed'],
      ['trigger', 'passed'],
      ['price', 'passed'],
      ['outside', 'not_checked'],
    ])
    expect(data).toMatchObject({ answer_hours: 24, is_over: false, challenge: '' })
  })

  test('the opening is challenged by its own receipt', async () => {
    const { trader, order } = await stoppedOut()
    const receipts = (await trader.call(listReceipts, { id: order })).data
    const opening = receipts.find(({ body }) => body.event === 'order_opened')
    const { data } = await trader.call(previewChallenge, { order, receipt: opening?.hash ?? '' })
    expect(data.fill).toMatchObject({ event: 'order_opened', price: '1.10010', counts: 'ask', kind: 'market' })
    expect(data.answer.verdict).toBe('same')
  })
})

describe('a case', () => {
  test('is opened once, however often it is sent', async () => {
    const { trader, order } = await stoppedOut()
    const input = { order, reason: 'worse' } as const
    const same = await Promise.all(Array.from({ length: 5 }, () => trader.call(challengeFill, input, { key: `double-click-${order}` })))
    expect(new Set(same.map(({ data }) => data.id)).size).toBe(1)
    expect((await trader.call(challengeFill, input)).outcome).toBe('CHALLENGE_EXISTS')
    expect((await trader.call(previewChallenge, { order })).data.challenge).toBe(same[0]?.data.id)
    expect((await trader.call(listChallenges, {})).data).toMatchObject({ total: 1, data: [{ id: same[0]?.data.id, state: 'open' }] })
  })

  test('is of the trader’s own fill: of another trader, another company, or an order without a fill there is none', async () => {
    const { trader, order, id } = await challenged()
    const other = await world.demoTrader()
    const elsewhere = await world.demoTrader('meridian')
    for (const stranger of [other, elsewhere]) {
      expect((await stranger.call(challengeFill, { order, reason: 'worse' })).outcome).toBe('NOT_FOUND')
      expect((await stranger.call(previewChallenge, { order })).outcome).toBe('NOT_FOUND')
      expect((await stranger.call(getChallenge, { id })).outcome).toBe('NOT_FOUND')
      expect((await stranger.call(withdrawChallenge, { id })).outcome).toBe('NOT_FOUND')
      expect((await stranger.call(addToChallenge, { id, words: 'mine' })).outcome).toBe('NOT_FOUND')
      expect((await stranger.call(listChallenges, {})).data.total).toBe(0)
    }
    const waiting = await submit(world, trader, 'buy', 'EURUSD', { target: '1.05000' })
    expect((await trader.call(challengeFill, { order: waiting.data.Id, reason: 'should_not' })).outcome).toBe('NOT_FOUND')
  })

  test('shows its ticks, words and steps, and keeps line breaks', async () => {
    const { trader, order } = await stoppedOut()
    const opened = await trader.call(challengeFill, { order, reason: 'not_there', words: 'One.\r\nTwo.' })
    const { data } = await trader.call(getChallenge, { id: opened.data.id })
    expect(data.words).toBe('One.\nTwo.')
    expect(data.steps.map(({ step, by }) => [step, by])).toEqual([
      ['opened', 'trader'],
      ['answered', 'rules'],
    ])
    expect(data.due_at - data.opened_at).toBe(24 * HOUR_MS)
    const traded = data.ticks.filter(({ IsTraded }) => IsTraded)
    expect(traded).toMatchObject([{ Bid: '1.0988', Ask: '1.0989' }])
    expect(data.decision).toBeNull()
    const long = 'x'.repeat(1001)
    expect((await trader.call(addToChallenge, { id: data.id, words: long })).outcome).toBe('CHALLENGE_WORDS_INVALID')
    expect((await trader.call(addToChallenge, { id: data.id, words: ' ' })).outcome).toBe('CHALLENGE_WORDS_INVALID')
  })

  test('that is taken back is ended, and the fill can be challenged again', async () => {
    const { trader, order, id } = await challenged()
    expect((await trader.call(withdrawChallenge, { id })).data).toMatchObject({ state: 'withdrawn' })
    expect((await trader.call(withdrawChallenge, { id })).outcome).toBe('CHALLENGE_CLOSED')
    expect((await trader.call(addToChallenge, { id, words: 'more' })).outcome).toBe('CHALLENGE_CLOSED')
    expect((await risk.call(decideChallenge, { id, decision: 'stand', reason: 'too late' })).outcome).toBe('DESK_ALREADY_DECIDED')
    const again = await trader.call(challengeFill, { order, reason: 'not_there' })
    expect([again.outcome, again.data.id === id]).toEqual(['ok', false])
  })
})

describe('the desk', () => {
  test('decides once, whoever presses how often, and the decision is a leaf of the log that names nobody', async () => {
    const { trader, id } = await challenged()
    const reason = 'The bid reached your stop at this tick. The fill stands.'
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? risk : compliance).call(decideChallenge, { id, decision: 'stand', reason })),
    )
    expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
    expect(answers.filter(({ outcome }) => outcome === 'DESK_ALREADY_DECIDED')).toHaveLength(9)
    await world.broker.sealer.flush()
    await world.broker.logs.flush()
    const { data } = await trader.call(getChallenge, { id })
    expect(data).toMatchObject({ state: 'stands', decision: { outcome: 'stands', reason, credited: '', receipt: '' } })
    const { document = '', hash = '', entry } = data.decision ?? {}
    expect(createHash('sha256').update(document).digest('hex')).toBe(hash)
    expect(document).not.toMatch(new RegExp(`${trader.id}|operator|${risk.name}|${compliance.name}`))
    expect(JSON.parse(document)).toMatchObject({ case: id, receipt: data.receipt, outcome: 'stands', credited: false, verdict: 'same' })
    const leaf = createHash('sha256')
      .update('candor log entry v1\nfact\n')
      .update(Buffer.from(entry?.salt ?? '', 'hex'))
      .update(Buffer.from(hash, 'hex'))
      .digest('hex')
    const [kept] = await world.broker.database.withTenant('aurora', (tx) =>
      queryRows<{ entry: string }>(tx, sql`select encode(entry, 'hex') as entry from log_entry where index = ${entry?.index ?? -1}`),
    )
    expect(kept?.entry).toBe(leaf)
    const notices = (await trader.call(listNotices, {}, { headers: { lang: 'en' } })).data
    expect(notices).toMatchObject({ unread: 1, data: [{ kind: 'challenge-stands' }] })
    expect(notices.data[0]?.text).toContain(reason)
  })

  test('credits what two people name alike, once, with movement, receipt and line', async () => {
    const { trader, id } = await challenged()
    const before = await balance(trader)
    const correct = (operator: TestOperator, amount: string) =>
      operator.call(decideChallenge, { id, decision: 'correct', amount, reason: 'The quote was too old.' })
    expect((await correct(risk, '0')).outcome).toBe('DESK_AMOUNT_INVALID')
    expect((await risk.call(decideChallenge, { id, decision: 'correct', amount: '5' })).outcome).toBe('DESK_REASON_REQUIRED')
    // By the rules nothing is owed, so the sum has to be named.
    expect((await risk.call(decideChallenge, { id, decision: 'correct', reason: 'r' })).outcome).toBe('DESK_AMOUNT_INVALID')
    expect((await correct(risk, '5.4')).data).toEqual({ outcome: 'approved_once' })
    expect(await balance(trader)).toBe(before)
    expect((await correct(risk, '5.4')).outcome).toBe('DESK_SAME_PERSON')
    expect((await correct(compliance, '5.5')).data).toEqual({ outcome: 'approved_once' })
    const both = await Promise.all(Array.from({ length: 6 }, () => correct(risk, '5.5')))
    expect(both.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
    expect(Number(await balance(trader)) - Number(before)).toBeCloseTo(5.5, 8)
    const { data } = await trader.call(getChallenge, { id })
    expect(data).toMatchObject({ state: 'corrected', decision: { outcome: 'corrected', credited: '5.50000000' } })
    expect(data.decision?.receipt).toMatch(/^[0-9a-f]{64}$/)
    const records = (await trader.call(listAccountRecords, {}, { headers: { lang: 'en' } })).data
    expect(records.list[0]).toMatchObject({ Type: 14, Value: '5.50000000' })
    expect(JSON.stringify(records.list[0])).toContain(id)
    const period = new Date(world.clock.now()).toISOString().slice(0, 7)
    await trader.call(getPeriodStatement, { period })
    const { rows } = (await trader.call(listStatementRows, { period })).data
    expect(rows.at(-1)).toMatchObject({ kind: 'correction', number: id, amount: '5.50000000' })
    const item = (await compliance.call(getDeskChallenge, { id })).data
    expect([item.first_approved_by, item.decided_by]).toEqual([compliance.actor, risk.actor])
    expect(item.history.map(({ action }) => action)).toEqual([
      'challenge.corrected',
      'challenge.approved_once',
      'challenge.approved_once',
      'challenge.opened',
    ])
  })

  test('asks for more: the clock stands until the trader has answered, and then begins anew', async () => {
    const { trader, id } = await challenged()
    expect((await risk.call(decideChallenge, { id, decision: 'ask', reason: 'Which chart?' })).data).toEqual({ outcome: 'asked' })
    expect((await trader.call(getChallenge, { id })).data).toMatchObject({ state: 'asked', is_late: false })
    expect((await risk.call(decideChallenge, { id, decision: 'stand', reason: 'r' })).outcome).toBe('DESK_ALREADY_DECIDED')
    world.clock.advance(10 * 60_000)
    const added = (await trader.call(addToChallenge, { id, words: 'The one of my phone.' })).data
    expect([added.state, added.due_at - world.clock.now()]).toEqual(['open', 24 * HOUR_MS])
    expect((await compliance.call(decideChallenge, { id, decision: 'stand', reason: 'Thank you.' })).data).toEqual({ outcome: 'stands' })
  })

  test('sees what waits, marks it late after the promised hours, and lets support only read', async () => {
    const { id } = await challenged()
    const listed = (await support.call(listDeskChallenges, { q: id })).data
    expect(listed).toMatchObject({ total: 1, data: [{ id, verdict: 'same', is_late: false, is_demo: true }] })
    expect((await support.call(decideChallenge, { id, decision: 'stand', reason: 'r' })).outcome).toBe('DESK_FORBIDDEN')
    expect((await risk.call(claimReview, { object: `challenge:${id}` })).data).toMatchObject({ is_mine: true })
    const late = async () => (await risk.call(getDeskCounts, {})).data.late.disputes ?? 0
    expect(await late()).toBe(0)
    expect((await risk.call(getDeskChallenge, { id })).data).toMatchObject({ answer: { verdict: 'same' }, settings: { spread: '0' } })
    const stranger = await openOperator(world, { company: 'meridian', roles: ['risk'] })
    expect((await stranger.call(getDeskChallenge, { id })).outcome).toBe('NOT_FOUND')
    expect((await stranger.call(decideChallenge, { id, decision: 'stand', reason: 'r' })).outcome).toBe('NOT_FOUND')
  })
})

test('90 days after the fill it can be challenged, on the 91st day not; what is answered late is marked so', async () => {
  const { trader, order, id } = await challenged()
  const late = await stoppedOut()
  const again = async ({ demoId, host }: Trader) => {
    const { data } = await world.client.call(createDemoAccount, { demo_id: demoId }, { host })
    return { token: data.token, host }
  }
  const { until } = (await late.trader.call(previewChallenge, { order: late.order })).data
  world.clock.advance(until - world.clock.now())
  expect((await world.client.call(previewChallenge, { order: late.order }, await again(late.trader))).data.is_over).toBe(false)
  expect((await world.client.call(getChallenge, { id }, await again(trader))).data).toMatchObject({ state: 'open', is_late: true })
  const { token } = (await risk.signIn()).data
  const counts = (await risk.call(getDeskCounts, {}, { token })).data
  expect(counts.late.disputes).toBe(counts.disputes)
  world.clock.advance(1)
  const session = await again(late.trader)
  expect((await world.client.call(previewChallenge, { order: late.order }, session)).data.is_over).toBe(true)
  const refusal = await world.client.call(challengeFill, { order: late.order, reason: 'worse' }, session)
  expect(refusal.outcome).toBe('CHALLENGE_TOO_LATE')
  // What was opened in time is answered all the same.
  expect((await risk.call(decideChallenge, { id, decision: 'stand', reason: 'Late, and the same.' }, { token })).outcome).toBe('ok')
  expect(order).not.toBe(late.order)
})
