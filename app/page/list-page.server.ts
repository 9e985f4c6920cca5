/**
 * Which page of a list an address asks for, and the address of the page behind it: by the broker's cursor where it gives one, so that
 * rows that come in between move nothing, and by number for a broker without cursors and for addresses that were kept.
 */
import { CURSOR, PAGE_SIZE } from '../../contract/primitives'

/** Pages that a broker has by number. */
const LAST_PAGE = 1000

export interface ListPage {
  /** As it is counted for the reader, from 1. */
  readonly page: number
  /** The cursor of the page before; undefined where the page is asked for by its number. */
  readonly after: string | undefined
}

export function readListPage(search: URLSearchParams): ListPage {
  const after = search.get('after') ?? ''
  const isBehind = CURSOR.test(after)
  const page = Number(/^[1-9]\d{0,5}$/.exec(search.get('page') ?? '')?.[0] ?? 1)
  return { page: isBehind ? page : Math.min(page, LAST_PAGE), after: isBehind ? after : undefined }
}

/** What the broker is asked with. */
export function askedPage({ page, after }: ListPage): { readonly page: string } | { readonly after: string } {
  return after === undefined ? { page: String(page) } : { after }
}

/** For the address of the page behind `shown`; null where there is none. */
export interface NextPage {
  readonly page: string
  readonly after?: string
}

export function nextPage({ page }: ListPage, shown: { readonly total: number; readonly next?: string | undefined }): NextPage | null {
  const { total, next } = shown
  if (next === undefined) return page * PAGE_SIZE < total && page < LAST_PAGE ? { page: String(page + 1) } : null
  return next === '' ? null : { page: String(page + 1), after: next }
}

/** One page behind the other, so many at most. */
export async function* allPages<List extends { readonly total: number; readonly next?: string | undefined }>(
  read: (asked: ListPage) => Promise<List>,
  most: number,
): AsyncGenerator<List> {
  let asked: ListPage = { page: 1, after: undefined }
  for (;;) {
    const list = await read(asked)
    yield list
    const next = nextPage(asked, list)
    if (next === null || asked.page >= most) return
    asked = { page: Number(next.page), after: next.after }
  }
}
