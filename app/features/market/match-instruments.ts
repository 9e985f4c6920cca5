/** Which instruments a list shows. Pure. */
import type { Category, Instrument } from '../../terms/instrument'

export const ALL_CATEGORIES = 'all'

interface ListWish {
  readonly query: string
  /** A category's id, or ALL_CATEGORIES. */
  readonly categoryId: string
  /** Codes of the watchlist that is shown instead, in its order. */
  readonly watchlist?: readonly string[] | undefined
}

type Matched = Pick<Instrument, 'code' | 'symbol' | 'categoryId'>

export const queryWords = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** Every word of the query must be in the code or the name; a slash may be left out. */
export function matchInstruments<Listed extends Matched>(
  instruments: readonly Listed[],
  { query, categoryId, watchlist }: ListWish,
  nameOf: (instrument: Listed) => string,
): Listed[] {
  const words = queryWords(query)
  const listed =
    watchlist === undefined
      ? instruments.filter((instrument) => categoryId === ALL_CATEGORIES || instrument.categoryId === categoryId)
      : watchlist.flatMap((code) => instruments.find((instrument) => instrument.code === code) ?? [])
  return listed.filter((instrument) => {
    // Names cost a look into the texts each; without a word to look for none is needed.
    if (words.length === 0) return true
    const text = `${instrument.symbol} ${instrument.code} ${nameOf(instrument)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Categories that have something to show, in the broker's order. */
export function usedCategories(categories: readonly Category[], instruments: readonly Instrument[]): Category[] {
  return categories.filter(({ id }) => instruments.some(({ categoryId }) => categoryId === id))
}
