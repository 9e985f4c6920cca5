/** What a trader reads when a field is empty or wrong, through the calls themselves. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import type { RealTrader } from '../../tests/fixtures/real-trader'

let world: World
let trader: RealTrader
beforeAll(async () => {
  world = await createWorld()
  trader = await world.realTrader()
})
afterAll(() => world.close())

async function told(path: string, fields: Record<string, string>, lang: string) {
  const init = { method: 'POST', body: new URLSearchParams(fields), headers: { lang } }
  const { code, msg, details } = await world.client.send(path, init, { token: trader.token, host: trader.host })
  return [code, msg, details]
}

test.each([
  ['en', 'Please complete: Currency.'],
  ['hk', '請填寫完整：貨幣。'],
])('a withdrawal without its currency asks for it in %s', async (lang, msg) => {
  const { path } = ENDPOINTS.submitWithdrawal
  for (const draw_currency_id of [undefined, '']) {
    const fields = { number: '10', draw_method_id: '1', ...(draw_currency_id === undefined ? {} : { draw_currency_id }) }
    expect(await told(path, fields, lang)).toEqual([1001, msg, { parameter: 'draw_currency_id' }])
  }
})

test('a field that cannot be read is named as people know it', async () => {
  const fields = { draw_currency_id: '1', number: 'ten', draw_method_id: '1' }
  expect(await told(ENDPOINTS.submitWithdrawal.path, fields, 'en')).toEqual([
    1001,
    'Please check your entry: Amount.',
    { parameter: 'number' },
  ])
})

test('a wire without an account to pay to is told that no way to pay was chosen', async () => {
  const { path } = ENDPOINTS.submitBankDeposit
  for (const fields of [{}, { wire_id: '' }, { wire_id: '999999' }] as Record<string, string>[]) {
    const [code, msg] = await told(path, { number: '10', proofImg: 'x', ...fields }, 'en')
    expect([code, msg]).toEqual([4004, 'No payment method. Choose a bank account.'])
  }
})
