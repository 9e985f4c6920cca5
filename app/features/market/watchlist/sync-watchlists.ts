/**
 * Brings this device's copy and the account's watchlists together. What was changed here is sent in its order, one after the other, and the
 * account's answer, with what still waits laid over it, is what is shown: so of two devices the later change of an item stands.
 *
 * Invariant: a change leaves the waiting ones only when the account has answered it. Sent twice it makes what it made once.
 */
import { WATCHLISTS } from '../../../../contract/form-bounds'
import { changeWatchlists, type Watchlist, type WatchlistChange } from '../../../../rules/watchlists'
import { paths } from '../../../addresses/paths'
import { isOffline } from '../../../line/line-lost'
import { SENDING } from '../../../line/sending-headers'
import { putBack, setPageTrader, useWatchlistRefusal } from './change-watchlists'
import type { WatchlistsAnswer } from './watchlist-data'
import { FIRST_LIST, type KeptWatchlists, NO_WATCHLISTS, watchlistStore } from './watchlists'

const OLD_FAVOURITES = 'candor.market.favourites'

/** The favourites of before, as the first lists of this device: none is lost where there were more than a list holds. */
export function takeFavourites(): void {
  let found: unknown
  try {
    found = JSON.parse(window.localStorage.getItem(OLD_FAVOURITES) ?? '[]')
    window.localStorage.removeItem(OLD_FAVOURITES)
  } catch {
    return
  }
  const codes = Array.isArray(found) ? found.filter((code): code is string => typeof code === 'string') : []
  const kept = watchlistStore.get()
  if (codes.length === 0 || kept.lists.length > 0) return
  const lists: Watchlist[] = []
  for (let start = 0; start < codes.length; start += WATCHLISTS.instruments) {
    const id = start === 0 ? FIRST_LIST : `w-${FIRST_LIST}-${start}`
    lists.push({ id, name: '', columns: ['day', 'change', 'range'], instruments: codes.slice(start, start + WATCHLISTS.instruments) })
  }
  watchlistStore.set({ ...kept, lists })
}

interface Run {
  readonly traderId: string | null
  readonly ended: Promise<void>
}

/** The last run that has not begun, if there is one: it will see all that waits by then. */
let queued: Run | null = null
let lastEnded: Promise<void> = Promise.resolve()

/** Reads what the account has, sends what waits, and takes this device's lists to an account that is new here: one run after the other. */
export function syncWatchlists(traderId: string | null): Promise<void> {
  setPageTrader(traderId)
  if (queued?.traderId === traderId) return queued.ended
  const ended = lastEnded.then(() => {
    if (queued === run) queued = null
    return runAlone(traderId)
  })
  const run: Run = { traderId, ended }
  queued = run
  lastEnded = ended.catch(() => undefined)
  return ended
}

/** One tab at a time sends what all of them show; a page that came without encryption has no such locks. */
async function runAlone(traderId: string | null): Promise<void> {
  const locks = navigator.locks as LockManager | null | undefined
  await (locks ? locks.request('candor.watchlists', () => runSync(traderId)) : runSync(traderId))
}

async function runSync(traderId: string | null): Promise<void> {
  if (traderId === null) {
    if (watchlistStore.get().owner !== null) watchlistStore.set(NO_WATCHLISTS)
    return
  }
  if (!(await readAccount(traderId))) return
  while (await sendFirst(traderId)) {}
}

async function readAccount(traderId: string): Promise<boolean> {
  const answer = await ask(traderId)
  if (answer?.lists == null) return false
  const kept = watchlistStore.get()
  const waiting = kept.owner === null ? movesOf(kept.lists, answer.lists) : []
  const own = kept.owner === traderId ? kept : { ...kept, owner: traderId, waiting, refused: [] }
  watchlistStore.set(shownOf(own, answer.lists))
  return true
}

/** What takes the lists of a device to an account: of a list that both have, the instruments. */
function movesOf(own: readonly Watchlist[], account: readonly Watchlist[]): WatchlistChange[] {
  return own.flatMap((list) => {
    const known = account.find(({ id }) => id === list.id)
    if (known === undefined) return [putBack(list, WATCHLISTS.lists)]
    const missing = list.instruments.filter((code) => !known.instruments.includes(code))
    return missing.map((instrument): WatchlistChange => ({ change: 'add', id: list.id, instrument }))
  })
}

/** @returns whether there may be more to send. */
async function sendFirst(traderId: string): Promise<boolean> {
  const [change] = watchlistStore.get().waiting
  if (change === undefined) return false
  const answer = await ask(traderId, change)
  const kept = watchlistStore.get()
  // Not known whether it arrived: it stays, and is sent again.
  if (answer === null || kept.owner !== traderId) return false
  // Where there are no locks, another tab may have been answered first: what stands in its place then has not been sent.
  const isFirst = JSON.stringify(kept.waiting[0]) === JSON.stringify(change)
  const rest = isFirst ? { ...kept, waiting: kept.waiting.slice(1) } : kept
  if (answer.refusal !== undefined) {
    const left = change.change === 'put' ? withRefused(rest, change.id) : rest
    watchlistStore.set(left)
    const goesAgain = left.waiting.some(({ change: next, id }) => next === 'put' && id === change.id)
    if (!goesAgain) useWatchlistRefusal.setState({ refusal: answer.refusal, entry: change.name ?? change.instrument ?? change.id })
    return readAccount(traderId)
  }
  if (answer.lists === null) return false
  watchlistStore.set(shownOf(rest, answer.lists))
  return true
}

/** A new list that is not taken stays here as it is by now; was it changed since it was sent, it goes once more. */
function withRefused(kept: KeptWatchlists, id: string): KeptWatchlists {
  const waiting = kept.waiting.filter((change) => change.id !== id)
  const place = kept.lists.findIndex((list) => list.id === id)
  const list = kept.lists[place]
  const isChanged = list !== undefined && waiting.length < kept.waiting.length
  return isChanged ? { ...kept, waiting: [...waiting, putBack(list, place)] } : { ...kept, waiting, refused: [...kept.refused, id] }
}

/** What waits is shown whether there is room for it or not, for that the account has to say; and what it would not take stays behind it. */
function shownOf(kept: KeptWatchlists, lists: readonly Watchlist[]): KeptWatchlists {
  const shown = kept.waiting.reduce((before, change) => {
    const after = changeWatchlists(before, change, { lists: Number.POSITIVE_INFINITY, instruments: Number.POSITIVE_INFINITY })
    return typeof after === 'string' ? before : after
  }, lists)
  const others = kept.lists.filter(({ id }) => kept.refused.includes(id) && !shown.some((list) => list.id === id))
  return { ...kept, lists: [...shown, ...others], refused: others.map(({ id }) => id) }
}

/** In the name of the page's trader, for another one may have signed in meanwhile. Null: no answer. */
async function ask(traderId: string, change?: WatchlistChange): Promise<WatchlistsAnswer | null> {
  if (isOffline()) return null
  try {
    const headers = { [SENDING.trader]: traderId }
    const answer = await fetch(
      paths.action.watchlists(),
      change === undefined ? { headers } : { method: 'POST', headers, body: fieldsOf(change) },
    )
    if (answer.headers.get('Content-Type')?.includes('json') !== true) return null
    const told = (await answer.json()) as Partial<WatchlistsAnswer>
    return told.lists === undefined ? null : { ...told, lists: told.lists }
  } catch {
    return null
  }
}

function fieldsOf({ place, columns, instruments, ...texts }: WatchlistChange): URLSearchParams {
  const fields = { ...texts, place: place?.toString(), columns: columns?.join(','), instruments: instruments?.join(',') }
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  )
}
