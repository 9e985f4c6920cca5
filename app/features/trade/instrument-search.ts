/** Which instruments the list shows. Pure. */
import type { Category, Instrument } from '../../../contract/market'

export const ALL_CATEGORIES = 'all'

export interface ListWish {
  readonly query: string
  /** A category's id, or ALL_CATEGORIES. */
  readonly categoryId: string
}

/** Every word of the query must be in the code or the name; a slash may be left out. */
export function matchInstruments(
  instruments: readonly Instrument[],
  { query, categoryId }: ListWish,
  nameOf: (instrument: Instrument) => string,
): Instrument[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return instruments.filter((instrument) => {
    if (categoryId !== ALL_CATEGORIES && instrument.CategoryId !== categoryId) return false
    const text = `${instrument.ShowCode} ${instrument.Code} ${nameOf(instrument)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Categories that have something to show, in the broker's order. */
export function usedCategories(categories: readonly Category[], instruments: readonly Instrument[]): Category[] {
  return categories.filter(({ Id }) => instruments.some(({ CategoryId }) => CategoryId === Id))
}
