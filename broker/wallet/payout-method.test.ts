import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint'
import { bindPayoutMethod, deletePayoutMethod, listPayoutMethods } from '../../contract/withdrawals'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import {
  bindAddress,
  currencyId,
  ETHER_ADDRESS,
  OTHER_TRON_ADDRESS,
  PAYING_OUT,
  payee,
  purse,
  records,
  TRON_ADDRESS,
  withdraw,
} from '../../tests/fixtures/payout-actions'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { auditEvent } from '../db/schema'

let world: World
let trader: RealTrader
let tron: string
let ether: string
let euro: string
beforeAll(async () => {
  world = await createWorld({ tenants: PAYING_OUT })
  trader = await world.realTrader()
  tron = await currencyId(trader, 'TRC20')
  ether = await currencyId(trader, 'ERC20')
  euro = await currencyId(trader, 'EUR')
})
afterAll(() => world.close())

type Bind = InputOf<typeof bindPayoutMethod>
const bind = (input: Bind, by: Pick<RealTrader, 'call'> = trader) => by.call(bindPayoutMethod, input, { headers: { lang: 'en' } })
const methods = async (type: '1' | '2', by: Pick<RealTrader, 'call'> = trader, currency?: string) =>
  (await by.call(listPayoutMethods, { draw_type: type, ...(currency !== undefined && { draw_id: currency }) })).data

const IBAN = 'DE89370400440532013000'
const bank = (changes: Partial<Bind> = {}): Bind => ({
  draw_id: euro,
  type: '2',
  payee_name: 'M. Keller',
  payee_account: IBAN,
  bank_name: 'Sample Bank Frankfurt',
  bank_swift: 'DEUTDEFF',
  bank_address: 'Mainzer Landstraße 1, Frankfurt',
  ...changes,
})

describe('a coin address', () => {
  test.each([
    ['TRC20', TRON_ADDRESS, 'ok'],
    ['TRC20', `  ${OTHER_TRON_ADDRESS} `, 'ok'],
    // One character of the checksum is wrong.
    ['TRC20', 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m8', 'PAYOUT_ADDRESS_INVALID'],
    ['TRC20', ETHER_ADDRESS, 'PAYOUT_ADDRESS_INVALID'],
    ['ERC20', TRON_ADDRESS, 'PAYOUT_ADDRESS_INVALID'],
    // The capitals of an address are its checksum.
    ['ERC20', ETHER_ADDRESS.replace('E', 'e'), 'PAYOUT_ADDRESS_INVALID'],
    ['ERC20', ETHER_ADDRESS, 'ok'],
    ['ERC20', '0x12', 'PAYOUT_ADDRESS_INVALID'],
    ['TRC20', '   ', 'PAYOUT_FIELDS_REQUIRED'],
    ['TRC20', `${TRON_ADDRESS}\u0000`, 'PARAMETER_INVALID'],
    ['TRC20', `\u202e${TRON_ADDRESS}`, 'PARAMETER_INVALID'],
    ['TRC20', 'javascript:alert(1)', 'PAYOUT_ADDRESS_INVALID'],
  ])('of %s: %j %s', async (network, dc_address, outcome) => {
    const own = await world.realTrader()
    expect((await bind({ draw_id: network === 'TRC20' ? tron : ether, type: '1', dc_address }, own)).outcome).toBe(outcome)
  })

  test('a refusal names the network and what is missing', async () => {
    expect((await bind({ draw_id: tron, type: '1', dc_address: 'T1' })).msg).toContain('a valid TRC20 address')
    expect((await bind({ draw_id: tron, type: '1' })).msg).toBe('Please complete: Address.')
  })

  test('is saved once for a currency, whatever case it is written in, and again after it was deleted', async () => {
    const own = await world.realTrader()
    const input = { draw_id: ether, type: '1', dc_address: ETHER_ADDRESS } as const
    const first = await bind(input, own)
    expect([first.outcome, first.msg]).toEqual(['ok', 'Payout method saved.'])
    expect((await bind({ ...input, dc_address: ETHER_ADDRESS.toLowerCase() }, own)).outcome).toBe('PAYOUT_METHOD_EXISTS')
    expect((await own.call(deletePayoutMethod, { id: first.data.id })).outcome).toBe('ok')
    expect((await bind(input, own)).outcome).toBe('ok')
    expect((await bind(input, await world.realTrader())).outcome).toBe('ok')
  })
})

describe('a bank account', () => {
  test('is kept as its bank writes it', async () => {
    const own = await world.realTrader()
    const changes = { payee_account: ' de89 3704 0044 0532 0130 00', bank_swift: 'deut deff', payee_name: '  M.  Keller ' }
    expect((await bind(bank(changes), own)).outcome).toBe('ok')
    expect(await methods('2', own)).toMatchObject([
      {
        payee_account: IBAN,
        bank_swift: 'DEUTDEFF',
        payee_name: 'M. Keller',
        draw_currency: { code: 'EUR', protocol: '' },
        dc_address: '',
      },
    ])
    expect((await bind(bank(), own)).outcome).toBe('PAYOUT_METHOD_EXISTS')
  })

  test.each([
    [{ payee_account: 'DE89370400440532013001' }, 'PAYOUT_IBAN_INVALID'],
    // Germany has IBANs: an account number alone is not enough.
    [{ payee_account: '532013000' }, 'PAYOUT_IBAN_INVALID'],
    [{ payee_account: '532013000', bank_swift: 'BOFAUS3N' }, 'ok'],
    [{ payee_account: 'DE89370400440532013001', bank_swift: 'BOFAUS3N' }, 'PAYOUT_IBAN_INVALID'],
    [{ bank_swift: 'DEUTDE' }, 'PAYOUT_SWIFT_INVALID'],
    [{ bank_swift: 'DEUT1EFF' }, 'PAYOUT_SWIFT_INVALID'],
    [{ bank_swift: '' }, 'PAYOUT_FIELDS_REQUIRED'],
    [{ bank_name: '' }, 'PAYOUT_FIELDS_REQUIRED'],
    [{ bank_address: ' ' }, 'PAYOUT_FIELDS_REQUIRED'],
    [{ payee_name: '' }, 'PAYOUT_FIELDS_REQUIRED'],
    [{ payee_name: 'M.\u0007Keller' }, 'PARAMETER_INVALID'],
    [{ payee_name: 'M.\nKeller' }, 'PARAMETER_INVALID'],
  ] as const)('with %j: %s', async (changes, outcome) => {
    expect((await bind(bank(changes), await world.realTrader())).outcome).toBe(outcome)
  })
})

test('a currency must be offered and of the type that is said', async () => {
  expect((await bind({ draw_id: euro, type: '1', dc_address: TRON_ADDRESS })).outcome).toBe('WITHDRAW_CURRENCY_UNKNOWN')
  expect((await bind(bank({ draw_id: tron }))).outcome).toBe('WITHDRAW_CURRENCY_UNKNOWN')
  expect((await bind(bank({ draw_id: 'x' }))).outcome).toBe('WITHDRAW_CURRENCY_UNKNOWN')
  const foreign = await world.realTrader('meridian')
  expect((await bind({ draw_id: tron, type: '1', dc_address: TRON_ADDRESS }, foreign)).outcome).toBe('WITHDRAW_CURRENCY_UNKNOWN')
})

test('a demo account has none and may bind none', async () => {
  const demo = await world.demoTrader()
  expect((await demo.call(bindPayoutMethod, { draw_id: tron, type: '1', dc_address: TRON_ADDRESS })).outcome).toBe('DEMO_RESTRICTED')
  expect((await demo.call(listPayoutMethods, { draw_type: '1' })).data).toEqual([])
})

test('the list is of one type or one currency, newest first, and only one’s own', async () => {
  const own = await world.realTrader()
  const first = await bindAddress(own)
  const second = await bindAddress(own, ETHER_ADDRESS, 'ERC20')
  await bind(bank(), own)
  expect((await methods('1', own)).map(({ id }) => id)).toEqual([second, first])
  expect((await methods('1', own, tron)).map(({ id, draw_id }) => [id, draw_id])).toEqual([[first, tron]])
  expect(await methods('2', own, tron)).toEqual([])
  expect(await methods('1', await world.realTrader())).toEqual([])
})

test('somebody else’s cannot be deleted, and one’s own only once', async () => {
  const own = await world.realTrader()
  const id = await bindAddress(own)
  expect((await trader.call(deletePayoutMethod, { id })).outcome).toBe('PAYOUT_METHOD_UNKNOWN')
  expect((await own.call(deletePayoutMethod, { id })).outcome).toBe('ok')
  expect((await own.call(deletePayoutMethod, { id })).outcome).toBe('PAYOUT_METHOD_UNKNOWN')
  expect(await methods('1', own)).toEqual([])
  const logged = await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.object, `payout_method:${id}`)),
  )
  expect(logged.map(({ action }) => action).sort()).toEqual(['payout-method.bound', 'payout-method.deleted'])
  expect(JSON.stringify(logged, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(TRON_ADDRESS)
})

test('deleting one does not touch the withdrawal that is under way to it', async () => {
  const mine = await payee(world, '100')
  await withdraw(mine, '40')
  expect((await mine.trader.call(deletePayoutMethod, { id: mine.method })).outcome).toBe('ok')
  expect((await records(mine.trader))[0]).toMatchObject({ address: TRON_ADDRESS, status: 0 })
  expect(await purse(mine.trader)).toEqual(['60.00', '40.00'])
})

test('twenty are enough, also when they are saved at once', async () => {
  const own = await world.realTrader()
  const number = (index: number) => bank({ bank_swift: 'BOFAUS3N', payee_account: `9000${index}` })
  const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => bind(number(index), own)))
  expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(20)
  expect(answers.find(({ outcome }) => outcome !== 'ok')?.msg).toBe('You can save up to 20 payout methods. Delete one first.')
  expect(await methods('2', own)).toHaveLength(20)
  const twins = await world.realTrader()
  const same = await Promise.all(Array.from({ length: 10 }, () => bind(bank(), twins)))
  expect(same.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
})
