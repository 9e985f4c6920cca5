/** In which order instruments stand. Pure. */

import { parseFixed } from '../../../rules/decimal'
import type { Instrument } from '../../terms/instrument'

/** `broker`: as the broker lists them. */
export const MARKET_ORDERS = ['broker', 'name', 'change-down', 'change-up'] as const
export type MarketOrder = (typeof MARKET_ORDERS)[number]

interface Standing {
  readonly change: string
  readonly isOpen: boolean
}

type Listed = Pick<Instrument, 'id' | 'symbol'>

/** A closed market shows no change, so it stands behind those that do; equal ones keep the broker's order. */
export function orderMarkets<Each extends Listed>(
  instruments: readonly Each[],
  order: MarketOrder,
  standingOf: (instrument: Each) => Standing,
): readonly Each[] {
  if (order === 'broker') return instruments
  if (order === 'name') return instruments.toSorted((left, right) => compare(left.symbol, right.symbol))
  const direction = order === 'change-up' ? 1 : -1
  return instruments
    .map((instrument) => {
      const { change, isOpen } = standingOf(instrument)
      return { instrument, isOpen, change: parseFixed(change.replace('+', '')) }
    })
    .toSorted((left, right) => {
      if (left.isOpen !== right.isOpen) return left.isOpen ? -1 : 1
      return left.isOpen ? direction * compare(left.change, right.change) : 0
    })
    .map(({ instrument }) => instrument)
}

const compare = <Value extends string | bigint>(left: Value, right: Value): number => (left < right ? -1 : left > right ? 1 : 0)

/** What a press on a column's head asks for: each one leads back to the broker's order in the end. */
export function nextOrder(column: 'name' | 'change', now: MarketOrder): MarketOrder {
  if (column === 'name') return now === 'name' ? 'broker' : 'name'
  return now === 'change-down' ? 'change-up' : now === 'change-up' ? 'broker' : 'change-down'
}

export function ariaSort(column: 'name' | 'change', now: MarketOrder): 'ascending' | 'descending' | 'none' {
  if (column === 'name') return now === 'name' ? 'ascending' : 'none'
  return now === 'change-down' ? 'descending' : now === 'change-up' ? 'ascending' : 'none'
}
