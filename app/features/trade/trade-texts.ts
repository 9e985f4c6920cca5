/** Sentences of the trade screen that are put together from figures. The words themselves are in the locale files. */
import type { TFunction } from 'i18next'
import type { Order } from '../../../contract/orders'
import { FIXED_DECIMALS, type Fixed, formatFixed, formatFixedShort } from '../../../rules/decimal'
import { decimalText } from '../../ui/decimal-text'
import type { TicketLock } from './ticket-lock'
import type { TicketTerms } from './ticket-terms'
import type { SessionTexts } from './trade-data'

export type TradeText = TFunction<'trade'>

export function orderText(t: TradeText, order: Order): string {
  return t('placedText', {
    side: t(order.OrderType === 1 ? 'side.long' : 'side.short'),
    lots: lotsText(order.Quantity),
    instrument: order.ForexTradeLists.ShowCode,
    price: decimalText(order.Price, { decimals: order.ForexTradeLists.PricePrecision }),
    margin: decimalText(order.CautionMoney, { decimals: 6 }),
  })
}

/** Lots without the wire's trailing zeros, but with at least two decimals: 0.20, 1.00, 0.125. */
export function lotsText(lots: string): string {
  const [whole = '0', fraction = ''] = lots.split('.')
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}

export function ageText(t: TradeText, seconds: number): string {
  return seconds < 120 ? t('age.seconds', { count: seconds }) : t('age.minutes', { count: Math.floor(seconds / 60) })
}

/** Distance in pips where prices show a pip (ten points), else in price; signed, with the real minus. */
export function distanceText(t: TradeText, distance: Fixed, pricePrecision: number): string {
  if (pricePrecision !== 5 && pricePrecision !== 3) return decimalText(formatFixed(distance, pricePrecision), { signed: true })
  const pip = 10n ** BigInt(FIXED_DECIMALS - pricePrecision + 1)
  const tenths = (distance * 10n) / pip
  return t('ticket.pips', { pips: decimalText(formatFixed(tenths * 10n ** BigInt(FIXED_DECIMALS - 1), 1), { signed: true }) })
}

/** A spread in points, or pips with one decimal; empty when there is none. */
export function spreadText(spread: Fixed, pricePrecision: number): string {
  if (spread <= 0n) return ''
  return pricePrecision === 5 || pricePrecision === 3
    ? formatFixed((spread * 10n ** BigInt(pricePrecision)) / 10n, 1)
    : formatFixed(spread, pricePrecision)
}

export interface LockWords {
  readonly terms: TicketTerms
  readonly session: SessionTexts | undefined
  readonly ageSeconds: number
}

/** What to say about a lock, in one or two sentences. */
export function lockText(t: TradeText, lock: TicketLock, { terms, session, ageSeconds }: LockWords): string {
  switch (lock.kind) {
    case 'closed':
      return session?.opens ? `${t('lock.closed')} ${t('lock.closedOpens', { time: session.opens })}` : t('lock.closed')
    case 'stale':
      return t('lock.stale', { age: ageText(t, ageSeconds) })
    case 'lots':
      return t(`lock.${lock.problem}`, {
        lots: formatFixedShort(lock.problem === 'LOTS_TOO_LARGE' ? terms.maxLots : terms.minLots),
        step: formatFixedShort(terms.lotStep),
      })
    case 'protection':
      return t(`lock.${lock.name}`, { decimals: terms.pricePrecision })
    case 'margin':
      return t('lock.margin', { amount: decimalText(formatFixed(lock.missing, 2), { decimals: 2 }) })
    default:
      return t(`lock.${lock.kind}`)
  }
}
