/** What the address of the gallery chooses: one combination of theme, mode, direction and price colours, and one group or all. */
export const THEMES = ['aurora', 'meridian', 'saffron', 'graphite'] as const
export const GALLERY_MODES = ['light', 'dark'] as const
export const DIRECTIONS = ['ltr', 'rtl'] as const
export const COLOURS = ['green-up', 'red-up', 'blue-up'] as const
export const GROUPS = [
  'foundation',
  'actions',
  'selection',
  'fields',
  'data',
  'orders',
  'ticket',
  'details',
  'feedback',
  'navigation',
  'proof',
  'operator',
  'layers',
] as const

export type GroupName = (typeof GROUPS)[number]
export interface GalleryLook {
  readonly theme: (typeof THEMES)[number]
  readonly mode: (typeof GALLERY_MODES)[number]
  readonly dir: (typeof DIRECTIONS)[number]
  readonly colours: (typeof COLOURS)[number]
  /** Null: all. */
  readonly group: GroupName | null
}

/** Null where the address names no theme: then the page is the index. A value that does not exist counts as not given. */
export function readLook(search: URLSearchParams): GalleryLook | null {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === search.get(name))
  const theme = oneOf('theme', THEMES)
  if (theme === undefined) return null
  return {
    theme,
    mode: oneOf('mode', GALLERY_MODES) ?? 'light',
    dir: oneOf('dir', DIRECTIONS) ?? 'ltr',
    colours: oneOf('colours', COLOURS) ?? 'green-up',
    group: oneOf('group', GROUPS) ?? null,
  }
}

/** The right-to-left gallery speaks Arabic: mirrored English would show neither the letters nor their widths. */
export const languageOf = (dir: GalleryLook['dir']): 'en' | 'ar' => (dir === 'rtl' ? 'ar' : 'en')

export function lookAddress({ theme, mode, dir, colours, group }: GalleryLook): string {
  const search = new URLSearchParams({ theme, mode, dir, colours, ...(group === null ? {} : { group }), lng: languageOf(dir) })
  return `/dev/gallery?${search}`
}
