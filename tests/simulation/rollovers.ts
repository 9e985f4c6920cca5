/** Overnight funding in a simulated world, as broker/funding/open-funding.ts charges it, and what has to be true of it at any time. */
import { chargePositions } from '../../broker/funding/charge-positions'
import { readRolloverPrices } from '../../broker/funding/rollover-prices'
import { ENGINE } from '../../broker/ledger/trade-unit'
import type { Tenant } from '../../contract/tenant'
import { parseRate } from '../../rules/conversion'
import { parseFixed } from '../../rules/decimal'
import { type DayCount, fundingAmount } from '../../rules/funding'
import { isRollover, lastRollover } from '../../rules/rollover'
import type { Complain } from './check-unit'
import { type MemoryBooks, orderKey } from './memory-books'
import { INSTRUMENTS } from './price-script'
import type { Process } from './process'

interface Charged {
  readonly process: Process
  readonly store: MemoryBooks
  readonly tenant: () => Tenant
  readonly traderId: bigint
}

/** Charges an account for the last rollover, as often as it is asked to. */
export async function chargeLastRollover({ process, store, tenant, traderId }: Charged, now: number): Promise<void> {
  const at = lastRollover(now)
  const { id } = tenant()
  const prices = await readRolloverPrices(at, INSTRUMENTS, (code, before) => process.market.minuteBefore(code, before))
  const charged = new Set(
    [...store.charges.values()].filter((one) => one.tenantId === id && one.rolloverAt === at).map(({ orderId }) => orderId),
  )
  const result = await process.connection.withBooks(id, traderId, (books) =>
    chargePositions({ services: process.services, tenant: tenant(), books, actor: ENGINE }, { at, prices, charged }),
  )
  if (result?.kept != null) process.applied(result.kept)
}

interface FundingReceipt {
  readonly reason: string | null
  readonly lots: string
  readonly conversion_rate: string
  readonly profit: string
  readonly funding: {
    readonly rollover: number
    readonly nights: number
    readonly yearly_rate: string
    readonly day_count: DayCount
    readonly contract_size: string
    readonly price: string
  }
}

/** I15: a receipt a charge, its amount by the formula, once a position and rollover, and all of them are what the house has. */
export function checkCharges(store: MemoryBooks, complain: Complain): void {
  let sum = 0n
  let receipts = 0
  for (const { body, orderId, tenantId } of store.receipts) {
    const { reason, lots, conversion_rate, profit, funding } = JSON.parse(body) as FundingReceipt
    if (reason !== 'funding') continue
    receipts += 1
    const name = `${orderKey({ tenantId, id: orderId ?? 0n })}/${funding.rollover}`
    const worked = fundingAmount({
      lots: parseFixed(lots),
      contractSize: parseFixed(funding.contract_size),
      price: parseFixed(funding.price),
      conversionRate: parseRate(conversion_rate),
      yearlyRate: parseFixed(funding.yearly_rate),
      dayCount: funding.day_count,
      nights: funding.nights,
    })
    if (store.charges.get(name)?.amount !== worked || parseFixed(profit) !== worked)
      complain('I15', `${name} was charged ${profit} instead of ${worked}`)
    if (!isRollover(funding.rollover)) complain('I15', `${name} is no rollover`)
    sum += worked
  }
  if (receipts !== store.charges.size) complain('I15', `${store.charges.size} charges have ${receipts} receipts`)
  const house = store.ledger
    .flatMap(({ entries }) => entries)
    .reduce((all, { account, amount }) => (account === 'house:funding' ? all + amount : all), 0n)
  if (house !== -sum) complain('I15', `house:funding has ${house}, the charges say ${-sum}`)
}
