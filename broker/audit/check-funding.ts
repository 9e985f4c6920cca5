/**
 * I15: every charge of funding against the receipt that names it and the order it was for: the formula gives its amount, its moment is a
 * rollover at which the position was open, and every movement of the kind is a charge.
 *
 * Not here: that the price was the market's and the rate the company's. The receipt says both, signed.
 */
import { parseRate } from '../../rules/conversion'
import { formatFixedShort, parseFixed } from '../../rules/decimal'
import { fundingAmount } from '../../rules/funding'
import { formatAmount } from '../../rules/money'
import { isRollover } from '../../rules/rollover'
import type { AccountRows, ChargeRow, OrderRow } from './account-rows'
import { type ReadReceipt, sumOf } from './check-receipts'
import type { Findings } from './findings'
import type { ReceiptBody } from './receipt-body'

export function checkFunding(
  { tenantId, charges, orders, transactions }: AccountRows,
  read: readonly ReadReceipt[],
  findings: Findings,
): void {
  const bodyOf = new Map(
    read.flatMap(({ body }) => (body.reason === 'funding' ? body.ledger.map(({ transaction }) => [transaction, body] as const) : [])),
  )
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const movementOf = new Map(transactions.filter(({ kind }) => kind === 'funding').map((movement) => [movement.id, movement]))
  findings.checked('I15', 'charges of funding', charges.length)
  for (const charge of charges) {
    const id = `${charge.orderId} at ${charge.rolloverAt}`
    const broken = (expected: string, found: string) =>
      findings.broken({ invariant: 'I15', table: 'funding_charge', tenantId, id, expected, found })
    const movement = movementOf.get(charge.transactionId)
    movementOf.delete(charge.transactionId)
    if (movement === undefined || movement.orderId !== charge.orderId) {
      broken(`ledger transaction ${charge.transactionId}, of its order`, 'no such row')
      continue
    }
    for (const [account, amount] of [
      ['trader:available', charge.amount],
      ['house:funding', -charge.amount],
    ] as const) {
      const posted = sumOf(movement, account)
      if (posted !== amount) broken(`${formatAmount(amount)} on ${account}`, formatAmount(posted))
    }
    const [order, body] = [orderOf.get(charge.orderId), bodyOf.get(String(charge.transactionId))]
    if (order === undefined || body?.funding === undefined) broken('an order, and a receipt with what it was counted from', 'none')
    else for (const [expected, found] of factsOf(charge, order, body, body.funding)) if (expected !== found) broken(expected, found)
  }
  for (const [id] of movementOf)
    findings.broken({
      invariant: 'I15',
      table: 'ledger_transaction',
      tenantId,
      id: String(id),
      expected: 'a charge of funding',
      found: 'no such row',
    })
}

type Fact = readonly [expected: string, found: string]

function factsOf(charge: ChargeRow, order: OrderRow, body: ReceiptBody, facts: NonNullable<ReceiptBody['funding']>): Fact[] {
  const { rolloverAt } = charge
  const worked = fundingAmount({
    lots: parseFixed(body.lots ?? '0'),
    contractSize: order.contractSize,
    price: parseFixed(facts.price),
    conversionRate: parseRate(body.conversion_rate ?? '0'),
    yearlyRate: parseFixed(facts.yearly_rate),
    dayCount: facts.day_count,
    nights: facts.nights,
  })
  const isOpen = order.openedAt !== null && order.openedAt <= rolloverAt && (order.completedAt === null || body.at <= order.completedAt)
  return [
    [`${formatAmount(worked)}, by the formula`, `${formatAmount(charge.amount)}, by the formula`],
    [`the rollover ${facts.rollover}, as its receipt says`, `the rollover ${rolloverAt}, as its receipt says`],
    [`contract size ${formatFixedShort(parseFixed(facts.contract_size))}`, `contract size ${formatFixedShort(order.contractSize)}`],
    ['a rollover that has been', isRollover(rolloverAt) && rolloverAt <= body.at ? 'a rollover that has been' : String(rolloverAt)],
    [
      'a position that was open then',
      isOpen ? 'a position that was open then' : `one opened at ${order.openedAt}, ended at ${order.completedAt}`,
    ],
    [
      'a price from before the rollover',
      facts.price_time === null || facts.price_time < rolloverAt ? 'a price from before the rollover' : String(facts.price_time),
    ],
  ]
}
