/** Writes the last quotes into the offline page that is kept: it then needs no script and no network to show them. */
import { dateTag } from '../../contract/language-tags'
import type { KeptQuotes } from './kept'

/** The places that the page leaves for them. */
export const QUOTES_PLACE = '<!--quotes-->'
export const TIME_PLACE = '%time%'
const SECTION = 'data-quotes=""'

/** @param now the device's clock, Unix milliseconds */
export function withQuotes(page: string, kept: KeptQuotes | null, now: number): string {
  if (kept === null || kept.quotes.length === 0) return page.replace(SECTION, `${SECTION} hidden=""`)
  const rows = kept.quotes.map(
    ({ code, price, change }) =>
      `<li><bdi dir="ltr">${escapeText(code)}</bdi><span class="num">${escapeText(change)}</span><span class="num">${escapeText(price)}</span></li>`,
  )
  const language = /<html lang="([A-Za-z-]+)"/.exec(page)?.[1] ?? 'en'
  // Functions, because a `$` would otherwise be read as a replacement pattern.
  return page.replace(QUOTES_PLACE, () => rows.join('')).replace(TIME_PLACE, () => escapeText(timeOf(kept, now, language)))
}

/** "14:41" in London as everywhere on the site; with its day when that is not today. */
function timeOf({ at, clockOffset }: KeptQuotes, now: number, language: string): string {
  const format = (time: number, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(dateTag(language), { timeZone: 'Europe/London', hourCycle: 'h23', ...options }).format(time)
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const isToday = format(at, day) === format(now + clockOffset, day)
  return format(at, isToday ? clock : { ...day, ...clock })
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
