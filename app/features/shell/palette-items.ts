/** What the palette finds for what is typed: markets, own orders, actions and pages, the best first. Pure. */

export const PALETTE_GROUPS = ['markets', 'orders', 'actions', 'pages'] as const
export type PaletteGroup = (typeof PALETTE_GROUPS)[number]

export interface PaletteItem {
  /** The same at every visit, for what was opened last. */
  readonly key: string
  readonly group: PaletteGroup
  readonly label: string
  readonly detail?: string
  /** Of a market: what it is found by besides its words. */
  readonly code?: string
  readonly href: string
  /** Shows the rest of its group instead of leading somewhere. */
  readonly showsAll?: boolean
}

interface PaletteWish {
  /** What is searched for, without the sign that chose a group. */
  readonly words: string
  readonly group: PaletteGroup | 'all'
}

const SIGNS: Readonly<Record<string, PaletteGroup>> = { '>': 'actions', '#': 'orders' }

/** `>` asks for actions alone, `#` for orders. */
export function readWish(text: string, chosen: PaletteGroup | 'all'): PaletteWish {
  const trimmed = text.trimStart()
  const signed = SIGNS[trimmed.charAt(0)]
  return signed === undefined ? { words: text.trim(), group: chosen } : { words: trimmed.slice(1).trim(), group: signed }
}

const plain = (text: string): string => text.toLocaleLowerCase().replaceAll('/', '')

/** 0 is the code itself, then: the code begins so, the name begins so, they contain it. Null where nothing fits. */
export function rankOf({ code, label, detail = '' }: PaletteItem, words: string): number | null {
  const wanted = plain(words)
  const [own, name] = [plain(code ?? label), plain(detail)]
  if (own === wanted) return 0
  if (own.startsWith(wanted)) return 1
  if (name.startsWith(wanted)) return 2
  const all = `${plain(label)} ${own} ${name}`
  return wanted.split(/\s+/).every((word) => all.includes(word)) ? 3 : null
}

/** Found ones of every group, best first; items of one rank keep their order. */
export function findItems(items: readonly PaletteItem[], words: string): readonly PaletteItem[] {
  return items
    .flatMap((item) => {
      const rank = rankOf(item, words)
      return rank === null ? [] : [{ item, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

/** @param atMost of a group, while all groups are shown */
export function groupItems(found: readonly PaletteItem[], group: PaletteWish['group'], atMost: number) {
  return PALETTE_GROUPS.filter((each) => group === 'all' || group === each).flatMap((each) => {
    const own = found.filter((item) => item.group === each)
    const shown = group === 'all' ? own.slice(0, atMost) : own
    return own.length === 0 ? [] : [{ group: each, items: shown, more: own.length - shown.length }]
  })
}
