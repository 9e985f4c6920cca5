import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { bindPayoutMethod, deletePayoutMethod, listWithdrawals, submitWithdrawal } from '../../contract/withdrawals'
import { HOUR_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import {
  bindAddress,
  currencyId,
  ETHER_ADDRESS,
  OTHER_TRON_ADDRESS,
  PAYING_OUT,
  type Payee,
  payee,
  purse,
  records,
  TRON_ADDRESS,
  takeBack,
  terms,
  withdraw,
} from '../../tests/fixtures/payout-actions'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { books, close, open } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'
import { done } from '../calls/handler'
import { auditEvent, withdrawal, withdrawCurrency } from '../db/schema'
import { payWithdrawal } from '../ledger/move-money'
import { ScriptedFeed } from '../market/scripted-feed'
import { lockWithdrawalRow } from './withdrawal-store'

let world: World
beforeAll(async () => {
  world = await createWorld({ tenants: PAYING_OUT })
})
afterAll(async () => {
  await world.broker.sealer.flush()
  const broken = (await auditBooks(world.broker.database, world.tenants)).flatMap(({ findings }) => findings)
  await world.close()
  expect(broken).toEqual([])
})
afterEach(async () => {
  await world.quoteAll()
  expect(await books(world)).toEqual([])
})

/** Orders are placed in the same way by every trader. */
const trading = ({ trader }: Payee) => ({ ...trader, demoId: '' })

/** The desk pays a withdrawal out after `afterMs`. */
async function payOut(id: string, afterMs = 0): Promise<'paid' | 'decided before'> {
  const { broker, clock } = world
  const now = clock.now() + afterMs
  const committed: (() => void)[] = []
  const outcome = await broker.database.withTenant('aurora', async (tx) => {
    const row = await lockWithdrawalRow(tx, { tenantId: 'aurora', id: BigInt(id) })
    if (row === undefined || row.status !== 0) return 'decided before' as const
    const call = { tx, tenant: world.tenant('aurora'), now, afterCommit: (task: () => void) => void committed.push(task), inDoubt() {} }
    const paid = await broker.trading.onBooks(call, { traderId: row.traderId, actor: 'operator:ada' }, (unit) =>
      done(payWithdrawal(unit, row.amount, row.fee).transactionId),
    )
    if (!paid.ok) throw new Error(paid.error)
    const decided = { status: 1, endedAs: 'completed', decidedBy: 'operator:ada', decidedAt: now, endTransactionId: paid.data } as const
    await tx.update(withdrawal).set(decided).where(eq(withdrawal.id, row.id))
    const event = { tenantId: 'aurora', actor: 'operator:ada', action: 'withdrawal.completed', object: `withdrawal:${id}`, detail: {} }
    await tx.insert(auditEvent).values({ ...event, createdAt: now })
    return 'paid' as const
  })
  for (const task of committed) task()
  return outcome
}

describe('asking for money', () => {
  test('locks the amount, freezes fee and destination, and stands in the records', async () => {
    const mine = await payee(world, '1000')
    const asked = await withdraw(mine, '250.5', { memo: ' rent ' })
    expect([asked.outcome, asked.msg]).toEqual(['ok', 'Withdrawal requested. The amount is reserved.'])
    expect(await purse(mine.trader)).toEqual(['749.50', '250.50'])
    const [record] = await records(mine.trader)
    expect(record).toMatchObject({
      ...{ id: asked.data.id, number: '250.50000000', real_number: '249.50', fee: '1.00000000', status: 0, status_name: 'Under review' },
      ...{ type: 1, address: TRON_ADDRESS, protocol: 'TRC20', remark: 'rent', notes: '', can_cancel: true, decided_at: null },
    })
    expect(record?.place).toBeGreaterThan(0)
  })

  test('a fee that changes later does not touch what was asked for', async () => {
    const mine = await payee(world, '100')
    const { data } = await withdraw(mine, '50')
    const setRate = (drawRate: bigint) =>
      world.broker.database.withTenant('aurora', (tx) =>
        tx
          .update(withdrawCurrency)
          .set({ drawRate })
          .where(eq(withdrawCurrency.id, BigInt(mine.currency))),
      )
    await setRate(30n * 10n ** 8n)
    expect((await records(mine.trader))[0]).toMatchObject({ fee: '1.00000000', real_number: '49.00' })
    expect((await withdraw(mine, '30')).outcome).toBe('WITHDRAW_AMOUNT_BELOW_FEE')
    await setRate(10n ** 8n)
    expect(await payOut(data.id)).toBe('paid')
    expect(await purse(mine.trader)).toEqual(['50.00', '0.00'])
  })

  test('percent of the amount, and a bank currency with its rate', async () => {
    const trader = await world.realTrader()
    await fund(world, trader, '1000')
    const ether = { trader, currency: await currencyId(trader, 'ERC20'), method: await bindAddress(trader, ETHER_ADDRESS, 'ERC20') }
    expect((await withdraw(ether, '100.01')).outcome).toBe('ok')
    expect((await records(trader))[0]).toMatchObject({ number: '100.01000000', fee: '2.01000000', real_number: '98.00' })
    const euro = await currencyId(trader, 'EUR')
    const bank = { bank_name: 'Sample Bank', bank_address: 'Mainzer 1, Frankfurt', bank_swift: 'deutdeff', payee_name: 'M. Keller' }
    const bound = await trader.call(bindPayoutMethod, { draw_id: euro, type: '2', ...bank, payee_account: 'de89 3704 0044 0532 0130 00' })
    expect((await withdraw({ trader, currency: euro, method: bound.data.id }, '105')).outcome).toBe('ok')
    expect((await records(trader, '2'))[0]).toMatchObject({
      real_number: '85.00',
      payee_account: 'DE89370400440532013000',
      protocol: '',
      type: 2,
    })
    expect(await records(trader)).toHaveLength(1)
  })

  test.each([
    ['0', 'WITHDRAW_AMOUNT_INVALID'],
    ['0.00000000', 'WITHDRAW_AMOUNT_INVALID'],
    ['1', 'WITHDRAW_AMOUNT_BELOW_FEE'],
    ['1.00999999', 'AMOUNT_TOO_PRECISE'],
    ['33.33333333', 'AMOUNT_TOO_PRECISE'],
    ['1000.01', 'WITHDRAW_AMOUNT_TOO_LARGE'],
    ['90000000000', 'WITHDRAW_AMOUNT_TOO_LARGE'],
    ['90000000000.01', 'AMOUNT_TOO_LARGE'],
    ['92233720368.54775807', 'AMOUNT_TOO_PRECISE'],
    ['92233720368.54775808', 'NUMBER_TOO_LARGE'],
    ['999999999999', 'NUMBER_TOO_LARGE'],
    ['-5', 'PARAMETER_INVALID'],
    ['1e3', 'PARAMETER_INVALID'],
    ['1,000', 'PARAMETER_INVALID'],
  ])('%s of 1000: %s', async (number, outcome) => {
    const mine = await payee(world, '1000')
    expect((await withdraw(mine, number)).outcome).toBe(outcome)
    expect(await purse(mine.trader)).toEqual(['1000.00', '0.00'])
    expect(await records(mine.trader)).toEqual([])
  })

  test('a refusal names what is available and what the fee is', async () => {
    const mine = await payee(world, '12.349')
    expect((await withdraw(mine, '12.35')).details).toMatchObject({ available: '12.34' })
    const belowFee = await withdraw(mine, '0.5')
    expect(belowFee.details).toEqual({ fee: '1.00', min: '1.01' })
    expect(belowFee.msg).toContain('1.01 USDT')
    const tooPrecise = await withdraw(mine, '1.00999999')
    expect(tooPrecise.details).toEqual({ parameter: 'number', decimals: '2', example: '250.75' })
    expect(tooPrecise.msg).toContain('250.75')
  })

  test('a remark with control characters is refused', async () => {
    expect((await withdraw(await payee(world, '10'), '5', { memo: 'a\u0000b' })).outcome).toBe('PARAMETER_INVALID')
  })

  test('somebody else’s method, one of another currency, a deleted one and one that never was', async () => {
    const mine = await payee(world, '1000')
    const other = await payee(world, '1000')
    const euro = await currencyId(mine.trader, 'EUR')
    expect((await withdraw({ ...mine, method: other.method }, '5')).outcome).toBe('PAYOUT_METHOD_UNKNOWN')
    expect((await withdraw({ ...mine, currency: await currencyId(mine.trader, 'ERC20') }, '5')).outcome).toBe('PAYOUT_METHOD_MISMATCH')
    expect((await withdraw({ ...mine, currency: euro }, '50')).outcome).toBe('PAYOUT_METHOD_MISMATCH')
    expect((await withdraw({ ...mine, currency: '999999' }, '5')).outcome).toBe('WITHDRAW_CURRENCY_UNKNOWN')
    expect((await withdraw({ ...mine, method: 'none' }, '5')).outcome).toBe('PAYOUT_METHOD_UNKNOWN')
    expect((await mine.trader.call(deletePayoutMethod, { id: mine.method })).outcome).toBe('ok')
    expect((await withdraw(mine, '5')).outcome).toBe('PAYOUT_METHOD_UNKNOWN')
  })

  test('a currency that is no longer offered', async () => {
    const mine = await payee(world, '100')
    const offer = (isActive: boolean) =>
      world.broker.database.withTenant('aurora', (tx) =>
        tx
          .update(withdrawCurrency)
          .set({ isActive })
          .where(eq(withdrawCurrency.id, BigInt(mine.currency))),
      )
    await offer(false)
    expect((await withdraw(mine, '5')).outcome).toBe('WITHDRAW_CURRENCY_UNKNOWN')
    await offer(true)
    expect((await withdraw(mine, '5')).outcome).toBe('ok')
  })

  test('not for a demo account', async () => {
    const demo = await world.demoTrader()
    const input = { draw_currency_id: '1', draw_method_id: '1', number: '5' }
    expect((await demo.call(submitWithdrawal, input)).outcome).toBe('DEMO_RESTRICTED')
    expect((await demo.call(listWithdrawals, { type: '1' })).outcome).toBe('DEMO_RESTRICTED')
  })

  test('once for a key that is sent again and again, each time with the same answer', async () => {
    const mine = await payee(world, '100')
    const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw(mine, '10', { key: `again-${mine.trader.id}` })))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await purse(mine.trader)).toEqual(['90.00', '10.00'])
    expect((await withdraw(mine, '11', { key: `again-${mine.trader.id}` })).outcome).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})

describe('what may be withdrawn', () => {
  test('open losses lower it, open profit does not raise it', async () => {
    const mine = await payee(world, '1000')
    await world.price('EURUSD', '1.20000')
    // 0.1 lots bind 120 and pay 0.70.
    const order = await open(world, trading(mine), 'buy', 'EURUSD', { lots: '0.1' })
    await world.price('EURUSD', '1.21000')
    expect(await terms(mine.trader)).toMatchObject({
      balance: '879.30000000',
      withdrawable: '879.30000000',
      limited_by: 'nothing',
      open_losses: '0.00000000',
    })
    expect((await withdraw(mine, '879.31')).details).toMatchObject({ available: '879.30' })
    await world.price('EURUSD', '1.19000')
    expect(await terms(mine.trader)).toMatchObject({ withdrawable: '779.30000000', limited_by: 'open_losses', open_losses: '100.00000000' })
    expect((await withdraw(mine, '779.31')).details).toMatchObject({ available: '779.30' })
    expect((await withdraw(mine, '779.30')).outcome).toBe('ok')
    expect(await terms(mine.trader)).toMatchObject({ balance: '100.00000000', withdrawable: '0.00000000' })
    await close(trading(mine), order.Id)
  })

  test('a position that has no price at all lets nothing out until it has one', async () => {
    const store = await openTestDatabase()
    const database = { ...store, close: async () => {} }
    const before = await createWorld({ tenants: PAYING_OUT, broker: { database } })
    const mine = await payee(before, '1000')
    await before.price('EURUSD', '1.20000')
    await open(before, trading(mine), 'buy', 'EURUSD', { lots: '0.1' })
    await before.close()
    // The same company after a restart, while its feed has not said anything yet.
    const feed = new ScriptedFeed(() => before.clock.now())
    const restarted = await createWorld({ tenants: PAYING_OUT, broker: { database, feed: { kind: 'own', feed } } })
    const call: Payee['trader']['call'] = (endpoint, input, options = {}) =>
      restarted.client.call(endpoint, input, { host: mine.trader.host, token: mine.trader.token, ...options })
    const trader = { ...mine.trader, call }
    expect(await terms(trader)).toMatchObject({ withdrawable: '0.00000000', limited_by: 'prices_missing' })
    expect((await withdraw({ ...mine, trader }, '5')).outcome).toBe('QUOTE_STALE')
    for (const { code, referencePrice } of feed.instruments) feed.push(code, referencePrice)
    await restarted.settle()
    expect((await withdraw({ ...mine, trader }, '5')).outcome).toBe('ok')
    await restarted.close()
    await store.close()
  })
})

describe('taking it back', () => {
  test('returns the whole amount, once', async () => {
    const mine = await payee(world, '100')
    const { data } = await withdraw(mine, '40')
    const back = await takeBack(mine.trader, data.id)
    expect([back.outcome, back.msg]).toEqual(['ok', 'Withdrawal cancelled. The money is back in your balance.'])
    expect(await purse(mine.trader)).toEqual(['100.00', '0.00'])
    expect((await records(mine.trader))[0]).toMatchObject({ status: 3, status_name: 'Cancelled', can_cancel: false, place: null })
    expect((await takeBack(mine.trader, data.id)).outcome).toBe('WITHDRAWAL_ALREADY_DECIDED')
    expect(await payOut(data.id)).toBe('decided before')
  })

  test('not somebody else’s, and not one that never was', async () => {
    const mine = await payee(world, '100')
    const other = await payee(world, '100')
    const { data } = await withdraw(mine, '40')
    expect((await takeBack(other.trader, data.id)).outcome).toBe('WITHDRAWAL_NOT_FOUND')
    expect((await takeBack(other.trader, 'x')).outcome).toBe('WITHDRAWAL_NOT_FOUND')
    expect(await purse(mine.trader)).toEqual(['60.00', '40.00'])
  })

  test('against a decision at the same instant: exactly one of the two', async () => {
    for (let round = 0; round < 10; round++) {
      const mine = await payee(world, '100')
      const { data } = await withdraw(mine, '40')
      const race = [() => takeBack(mine.trader, data.id), () => payOut(data.id)] as const
      const [first, second] = round % 2 === 0 ? race : ([race[1], race[0]] as const)
      const [one, other] = await Promise.all([first(), second()])
      const paid = one === 'paid' || other === 'paid'
      expect(await purse(mine.trader)).toEqual(paid ? ['60.00', '0.00'] : ['100.00', '0.00'])
      const cancelled = typeof one === 'string' ? other : one
      expect(typeof cancelled === 'string' ? cancelled : cancelled.outcome).toBe(paid ? 'WITHDRAWAL_ALREADY_DECIDED' : 'ok')
    }
  })
})

describe('a new method waits', () => {
  const holding = (changes: object) => ({
    aurora: { ...PAYING_OUT.aurora, wallet: { ...PAYING_OUT.aurora?.wallet, methodHoldHours: 24, ...changes } },
  })
  async function twoStep({ trader }: Payee, at: World): Promise<(ms: number) => string> {
    const { secret } = (await trader.call(ENDPOINTS.startTwoStep, { password: trader.password })).data
    const codeAt = (ms: number) => generateSync({ secret, epoch: Math.floor(ms / 1000) })
    expect((await trader.call(ENDPOINTS.enableTwoStep, { code: codeAt(at.clock.now()) })).outcome).toBe('ok')
    at.pass(30_000)
    expect((await trader.call(ENDPOINTS.confirmTwoStep, { code: codeAt(at.clock.now()) })).outcome).toBe('ok')
    return codeAt
  }
  async function secondSignIn(trader: RealTrader, at: World, codeAt: (ms: number) => string): Promise<RealTrader> {
    const { email: account, password, host } = trader
    const { details } = await at.client.call(ENDPOINTS.login, { account, password, login_type: 'email' }, { host })
    const second = { challenge: details.challenge ?? '', code: codeAt(at.clock.now()) }
    const { data } = await at.client.call(ENDPOINTS.loginTwoStep, second, { host })
    const session: RealTrader = {
      ...trader,
      token: data.token,
      call: (endpoint, input, options = {}) => at.client.call(endpoint, input, { host, token: data.token, ...options }),
    }
    at.pass(30_000)
    expect((await session.call(ENDPOINTS.confirmTwoStep, { code: codeAt(at.clock.now()) })).outcome).toBe('ok')
    return session
  }

  test('a day, whatever is turned on after it was bound', async () => {
    const held = await createWorld({ tenants: holding({}) })
    const plain = await payee(held, '100')
    const late = await payee(held, '100')
    expect((await withdraw(plain, '5')).outcome).toBe('PAYOUT_METHOD_ON_HOLD')
    expect((await withdraw(plain, '5')).msg).toMatch(/can be used from .*2026/)
    await twoStep(late, held)
    expect((await withdraw(late, '5')).outcome).toBe('PAYOUT_METHOD_ON_HOLD')
    held.pass(24 * HOUR_MS - 60_000)
    expect((await withdraw(plain, '5')).outcome).toBe('PAYOUT_METHOD_ON_HOLD')
    held.pass(60_000)
    expect((await withdraw(plain, '5')).outcome).toBe('ok')
    await held.close()
  })

  test.each([
    [23, true, 'PAYOUT_METHOD_ON_HOLD'],
    [24, true, 'ok'],
    [24, false, 'PAYOUT_METHOD_ON_HOLD'],
  ])('bound %i hours after two-step sign-in was turned on, which ends the hold: %s → %s', async (hours, twoStepEndsHold, outcome) => {
    const held = await createWorld({ tenants: holding({ twoStepEndsHold }) })
    const mine = await payee(held, '100')
    const codeAt = await twoStep(mine, held)
    held.pass(hours * HOUR_MS)
    const session = await secondSignIn(mine.trader, held, codeAt)
    const method = await bindAddress(session, OTHER_TRON_ADDRESS)
    expect((await withdraw({ ...mine, trader: session, method }, '5')).outcome).toBe(outcome)
    await held.close()
  })

  test('a stolen session that enrols an authenticator of its own is stopped at the proof, and its address keeps the hold', async () => {
    const held = await createWorld({ tenants: holding({}) })
    const { trader, method, currency } = await payee(held, '100')
    expect((await trader.call(ENDPOINTS.startTwoStep, {})).outcome).toBe('OWNER_PROOF_REQUIRED')
    expect((await trader.call(ENDPOINTS.startTwoStep, { password: 'a guess' })).outcome).toBe('PASSWORD_WRONG')
    expect((await trader.call(ENDPOINTS.startTwoStep, { auth_code: '000000' })).outcome).toBe('CODE_WRONG')
    expect((await trader.call(ENDPOINTS.enableTwoStep, { code: '123456' })).outcome).toBe('TWO_STEP_NOT_STARTED')
    expect((await withdraw({ trader, method, currency }, '5')).outcome).toBe('PAYOUT_METHOD_ON_HOLD')
    await held.close()
  })
})

describe('how long it takes', () => {
  test('is measured over what was paid, from the fifth on, and counts who waits', async () => {
    const clockWorld = world
    const mine = await payee(clockWorld, '1000')
    const other = await clockWorld.realTrader('graphite')
    const before = await terms(mine.trader)
    const asked: string[] = []
    for (let index = 0; index < 3; index++) asked.push((await withdraw(mine, '10')).data.id)
    const waiting = await terms(mine.trader)
    expect(waiting.waiting).toBe(before.waiting + 3)
    expect((await terms(other)).waiting).toBe(0)
    const places = (await records(mine.trader)).map(({ place }) => place ?? 0)
    expect(places).toEqual([waiting.waiting, waiting.waiting - 1, waiting.waiting - 2])
    for (const id of asked) await takeBack(mine.trader, id)
  })

  test('half and nearly all of the last 200, in whole minutes', async () => {
    const clockWorld = await createWorld({ tenants: PAYING_OUT })
    const outer = world
    world = clockWorld
    const mine = await payee(clockWorld, '1000')
    for (let index = 1; index <= 20; index++) {
      if (index === 5) expect(await terms(mine.trader)).toMatchObject({ p50_minutes: null, p95_minutes: null, measured: 4 })
      await payOut((await withdraw(mine, '10')).data.id, index * 60_000)
    }
    expect(await terms(mine.trader)).toMatchObject({ p50_minutes: 10, p95_minutes: 19, measured: 20, waiting: 0, promised_hours: 24 })
    world = outer
    await clockWorld.close()
  })
})
