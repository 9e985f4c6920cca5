import { expect, test } from 'vitest'
import { isStoppedOut } from '../../../../rules/account'
import { parseFixed } from '../../../../rules/decimal'
import { orderProfit } from '../../../../rules/profit'
import { exactPrices } from '../../../terms/quote'
import { readTerms } from '../scene/ticket-terms'
import { btcUsdt, eurUsd, figures, holdingOrder } from '../ticket/ticket-fixtures'
import { chartStopOutPrice, type StopOutFacts } from './line-stop-out'

const long = holdingOrder(eurUsd, { entryPrice: '1.16428', profit: '0', lots: '1', margin: '1164.28', stopOutPrice: '1.1' })
const facts: StopOutFacts = {
  figures: { ...figures, balance: '8835.72', usedMargin: '1164.28', floatingProfit: '0' },
  holding: [long],
  isComplete: true,
  terms: readTerms(eurUsd),
  broker: { stopOutLevel: parseFixed('50') },
  quote: exactPrices({ bid: '1.16428', ask: '1.16428', last: '1.16428', quoteToUsdt: '1' }),
}

test('the line stands where the account is stopped out and one point on it is not', () => {
  const price = chartStopOutPrice(facts)
  if (price === null) throw new Error('no price')
  const at = (exit: bigint) =>
    isStoppedOut(
      {
        balance: parseFixed('8835.72'),
        usedMargin: parseFixed('1164.28'),
        floatingProfit: orderProfit(
          { side: 'buy', lots: parseFixed('1'), contractSize: parseFixed('100000'), entryPrice: parseFixed('1.16428') },
          exit,
          10n ** 20n,
        ),
      },
      parseFixed('50'),
    )
  expect([at(price), at(price + 1000n)]).toEqual([true, false])
})

test('it moves with the rest of the account', () => {
  const richer = chartStopOutPrice({ ...facts, figures: { ...facts.figures, balance: '9835.72' } })
  expect(richer !== null && richer < (chartStopOutPrice(facts) ?? 0n)).toBe(true)
})

test('another instrument’s positions draw none here', () => {
  expect(chartStopOutPrice({ ...facts, holding: [holdingOrder(btcUsdt)] })).toBeNull()
})

test('with positions that were not loaded the broker’s answer counts', () => {
  expect(chartStopOutPrice({ ...facts, isComplete: false })).toBe(parseFixed('1.1'))
})
