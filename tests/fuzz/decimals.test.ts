/** Random decimals at every call that takes one. `npm run fuzz -- --runs 10000 --kind decimals` does it at length. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DECIMAL_CALLS, type DecimalFuzzer, openDecimalFuzzer } from './decimals'

const RUNS = 40

let fuzzer: DecimalFuzzer
beforeAll(async () => {
  fuzzer = await openDecimalFuzzer()
})
afterAll(() => fuzzer.close())

test('the calls that take a decimal are found by their schemas', () => {
  const found = DECIMAL_CALLS.flatMap(({ name, fields }) => fields.map((field) => `${name} ${field}`))
  expect(found).toEqual(
    expect.arrayContaining([
      'submitOrder cont',
      'submitOrder target_price',
      'submitOrder stop_loss_price',
      'submitOrder target_profit_price',
      'submitOrder trailing_distance',
      'submitOrder price',
      'submitOrder max_slippage',
      'closeOrder cont',
      'setStopPrice target_profit_price',
      'setStopPrice stop_loss_price',
      'setStopPrice target_price',
      'setStopPrice trailing_distance',
      'submitCoinDeposit number',
      'submitBankDeposit number',
      'submitWithdrawal number',
      'decideDeposit amount',
      'requestSettingChange value',
    ]),
  )
})

test.each(DECIMAL_CALLS.map((call, index) => [call.name, call, index] as const))(
  '%s',
  async (_, call, index) => {
    const { faults, outcomes } = await fuzzer.run(call, RUNS, index + 1)
    expect(faults).toEqual([])
    // Numbers that are taken are among them, or the rest proves little.
    expect(outcomes.get('ok') ?? 0).toBeGreaterThan(0)
  },
  120_000,
)

test('the books are whole afterwards, and the broker had nothing to complain about', async () => {
  expect(await fuzzer.aftermath()).toEqual([])
})
