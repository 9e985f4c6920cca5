/** Which instruments a list shows. Pure. */
import type { Category, Instrument } from '../../terms/instrument'
import { FAVOURITES } from './favourites'

export const ALL_CATEGORIES = 'all'

interface ListWish {
  readonly query: string
  /** A category's id, ALL_CATEGORIES or FAVOURITES. */
  readonly categoryId: string
  /** Codes of the favourites. */
  readonly favourites?: readonly string[]
}

type Matched = Pick<Instrument, 'code' | 'symbol' | 'categoryId'>

export const queryWords = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** Every word of the query must be in the code or the name; a slash may be left out. */
export function matchInstruments<Listed extends Matched>(
  instruments: readonly Listed[],
  { query, categoryId, favourites = [] }: ListWish,
  nameOf: (instrument: Listed) => string,
): Listed[] {
  const words = queryWords(query)
  return instruments.filter((instrument) => {
    if (!isInCategory(instrument, categoryId, favourites)) return false
    // Names cost a look into the texts each; without a word to look for none is needed.
    if (words.length === 0) return true
    const text = `${instrument.symbol} ${instrument.code} ${nameOf(instrument)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function isInCategory({ categoryId, code }: Matched, wanted: string, favourites: readonly string[]): boolean {
  if (wanted === ALL_CATEGORIES) return true
  return wanted === FAVOURITES ? favourites.includes(code) : categoryId === wanted
}

/** Categories that have something to show, in the broker's order. */
export function usedCategories(categories: readonly Category[], instruments: readonly Instrument[]): Category[] {
  return categories.filter(({ id }) => instruments.some(({ categoryId }) => categoryId === id))
}
