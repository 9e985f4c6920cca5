/**
 * Orders, closings, deposits and withdrawals whose answer is awaited, kept on this device: a page that is loaded anew, or another tab,
 * asks what became of them. Nothing secret is kept, nothing is ever sent from here, and nothing outlives its trader's session or a
 * day.
 */
import { paths } from '../addresses/paths'
import { newKey } from './line-lost'
import { ANSWER_WITHIN_MS, SECRET, type Sending, textsOf } from './send'

const NAME = 'open-sendings'
const TAB_NAME = 'tab'
/** The site forgets its keys after a day. */
const KEPT_FOR_MS = 12 * 3600_000
const KEPT_PAGES: readonly string[] = [paths.trade(), paths.orders(), paths.mine.charge(), paths.mine.withdraw()].map(
  (path) => `${path.split('?')[0]}.data`,
)

interface Kept {
  /** Until its answer is lost, only the tab that sent it may ask: a question that overtakes a sending calls it off. */
  readonly tab: string
  readonly lostAt: number | null
  readonly sending: Omit<Sending, 'body' | 'headers'> & { readonly fields: readonly (readonly [string, string])[] }
}

/** A sending as the page before this one, or another tab, left it. */
interface KeptSending {
  readonly sending: Sending
  readonly lostAt: number | null
}

function isKept(found: unknown): found is Kept {
  const { tab, sending } = (found ?? {}) as Partial<Kept>
  return typeof tab === 'string' && typeof sending?.trader === 'string' && Array.isArray(sending.fields)
}

function readAll(): readonly Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]')
    return Array.isArray(found) ? found.filter(isKept) : []
  } catch {
    return []
  }
}

/** A browser that keeps nothing is no fault of the page. */
function writeAll(kept: readonly Kept[]): void {
  try {
    if (kept.length === 0) localStorage.removeItem(NAME)
    else localStorage.setItem(NAME, JSON.stringify(kept))
  } catch {}
}

/** Names this tab; the same after a reload. */
function tabName(): string {
  try {
    const known = sessionStorage.getItem(TAB_NAME)
    if (known !== null) return known
    const name = newKey()
    sessionStorage.setItem(TAB_NAME, name)
    return name
  } catch {
    return ''
  }
}

export function keepSending({ key, url, method, body, since, trader }: Sending): void {
  if (trader === null || body === null || typeof body === 'string' || !KEPT_PAGES.includes(new URL(url).pathname)) return
  // What cannot be kept whole cannot be asked about.
  const isWhole = [...body].every(([name, value]) => (typeof value === 'string' ? !SECRET.test(name) : value.size === 0))
  if (!isWhole) return
  const sending = { key, url, method, since, trader, fields: textsOf(body) }
  writeAll([...readAll(), { tab: tabName(), lostAt: null, sending }])
}

/** Its answer is lost: from now on every tab of its trader may ask. */
export function markLost(key: string, lostAt: number): void {
  const kept = readAll()
  if (!kept.some(({ sending, lostAt: known }) => sending.key === key && known === null)) return
  writeAll(kept.map((each) => (each.sending.key === key ? { ...each, lostAt } : each)))
}

export function forgetSending(key: string): void {
  const kept = readAll()
  if (kept.some(({ sending }) => sending.key === key)) writeAll(kept.filter(({ sending }) => sending.key !== key))
}

/** What this tab may ask about in the name of a trader. What is another's, or a visitor's, is forgotten. */
export function takeKeptSendings(trader: string | null, now: number): readonly KeptSending[] {
  const all = readAll()
  const own = all.filter(({ sending }) => sending.trader === trader && now - sending.since < KEPT_FOR_MS)
  if (own.length !== all.length) writeAll(own)
  const tab = tabName()
  return own
    .filter((kept) => kept.lostAt !== null || kept.tab === tab || now - kept.sending.since > ANSWER_WITHIN_MS)
    .map(({ lostAt, sending: { fields, ...sending } }) => ({
      lostAt,
      sending: { ...sending, body: new URLSearchParams(fields.map(([name, value]) => [name, value])) },
    }))
}

/** Calls when another tab has lost an answer, or learned one. */
export function hearKeptSendings(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === NAME || key === null) listener()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
