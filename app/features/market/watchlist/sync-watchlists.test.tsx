import { beforeEach, expect, test, vi } from 'vitest'
import { WATCHLISTS } from '../../../../contract/form-bounds'
import { changeWatchlists, type Watchlist, type WatchlistChange } from '../../../../rules/watchlists'
import { addList, changeLists, useWatchlistRefusal } from './change-watchlists'
import { syncWatchlists, takeFavourites } from './sync-watchlists'
import type { ListsRefusal } from './watchlist-data'
import { FIRST_LIST, NO_WATCHLISTS, watchlistStore } from './watchlists'

/** The account at the other end of the line, and whether the line is there. */
let account: readonly Watchlist[]
let isLost: boolean
let sent: string[]
let readings: number
/** Whose account it is; null: of whoever asks. */
let session: string | null
/** Why the account takes no list of this name. */
let refusals: Readonly<Record<string, ListsRefusal>>

beforeEach(() => {
  window.localStorage.clear()
  useWatchlistRefusal.setState({ refusal: null })
  account = []
  isLost = false
  sent = []
  readings = 0
  refusals = {}
  session = null
  vi.stubGlobal('fetch', async (_url: string, init: { headers: Record<string, string>; body?: URLSearchParams }) => {
    if (isLost) throw new TypeError('no network')
    if (session !== null && init.headers['x-trader'] !== session) return Response.json({ lists: null })
    if (init.body === undefined) readings += 1
    else {
      sent.push(init.body.toString())
      const { place, columns, instruments, ...fields } = Object.fromEntries(init.body)
      const change = {
        ...fields,
        place: place === undefined ? undefined : Number(place),
        columns: columns?.split(','),
        instruments: instruments?.split(','),
      } as unknown as WatchlistChange
      const lists = refusals[change.name ?? ''] ?? changeWatchlists(account, change, WATCHLISTS)
      if (typeof lists === 'string') return Response.json({ lists: null, refusal: lists })
      account = lists
    }
    return Response.json({ lists: account })
  })
})

const codesOf = (lists: readonly Watchlist[], id: string) => lists.find((list) => list.id === id)?.instruments
const shown = () => watchlistStore.get().lists

test('favourites of before become the first lists, and none is lost', () => {
  const codes = Array.from({ length: WATCHLISTS.instruments + 3 }, (_, index) => `C${index}`)
  window.localStorage.setItem('candor.market.favourites', JSON.stringify(codes))
  takeFavourites()
  expect(shown().flatMap(({ instruments }) => instruments)).toEqual(codes)
  expect(shown()[0]).toMatchObject({ id: FIRST_LIST, name: '' })
  expect(window.localStorage.getItem('candor.market.favourites')).toBeNull()
})

test("a device's lists go to the account at its login: new ones as they are, of a known one the instruments", async () => {
  account = [{ id: FIRST_LIST, name: '', columns: ['spread'], instruments: ['XAUUSD'] }]
  changeLists({ change: 'add', id: FIRST_LIST, instrument: 'EURUSD' })
  const id = addList('Morning') ?? ''
  changeLists({ change: 'add', id, instrument: 'WTI' })
  await syncWatchlists('7')
  expect(codesOf(account, FIRST_LIST)).toEqual(['XAUUSD', 'EURUSD'])
  expect(account.find((list) => list.id === id)).toMatchObject({ name: 'Morning', instruments: ['WTI'] })
  expect(watchlistStore.get()).toMatchObject({ owner: '7', lists: account, waiting: [] })
})

test('without a line a change stands here, waits, and is sent when the line is back', async () => {
  await syncWatchlists('7')
  const id = addList('Morning') ?? ''
  isLost = true
  changeLists({ change: 'add', id, instrument: 'WTI' })
  await syncWatchlists('7')
  expect(codesOf(shown(), id)).toEqual(['WTI'])
  expect(account).toEqual([])
  isLost = false
  await syncWatchlists('7')
  expect(codesOf(account, id)).toEqual(['WTI'])
  expect(watchlistStore.get().waiting).toEqual([])
})

test('of two tabs each sees at its next reading what the other changed, and the later change of one item stands', async () => {
  account = [{ id: 'w-1', name: 'Morning', columns: [], instruments: ['EURUSD', 'XAUUSD', 'WTI'] }]
  await syncWatchlists('7')
  // The other tab moves one and removes one, after this one has read.
  account = [{ id: 'w-1', name: 'Morning', columns: [], instruments: ['WTI', 'EURUSD'] }]
  changeLists({ change: 'add', id: 'w-1', instrument: 'WTI', place: 2 }, { change: 'rename', id: 'w-1', name: 'Mine' })
  await syncWatchlists('7')
  expect(account).toEqual([{ id: 'w-1', name: 'Mine', columns: [], instruments: ['EURUSD', 'WTI'] }])
  expect(shown()).toEqual(account)
})

test('a change of a list that another tab has deleted is given up, and said', async () => {
  account = [{ id: 'w-1', name: 'Morning', columns: [], instruments: [] }]
  await syncWatchlists('7')
  account = []
  changeLists({ change: 'add', id: 'w-1', instrument: 'WTI' })
  await syncWatchlists('7')
  expect(useWatchlistRefusal.getState().refusal).toBe('unknown')
  expect(watchlistStore.get()).toMatchObject({ lists: [], waiting: [] })
})

test('a list too many is refused here already, and nothing is sent', () => {
  for (let count = 0; count < WATCHLISTS.lists; count++) addList('More')
  expect(addList('One more')).toBeNull()
  expect(useWatchlistRefusal.getState().refusal).toBe('too-many-lists')
  expect(shown()).toHaveLength(WATCHLISTS.lists)
})

test("nobody sees an account's lists after it has logged out, and another account has its own", async () => {
  account = [{ id: 'w-1', name: 'Morning', columns: [], instruments: [] }]
  await syncWatchlists('7')
  account = []
  await syncWatchlists('8')
  expect(watchlistStore.get()).toMatchObject({ owner: '8', lists: [] })
  await syncWatchlists(null)
  expect(watchlistStore.get()).toEqual(NO_WATCHLISTS)
  expect(sent).toEqual([])
})

test('a list that the account does not take stays on this device, with all that was done to it, and goes once it is changed', async () => {
  refusals = { Bad: 'invalid' }
  const id = addList('Bad') ?? ''
  changeLists({ change: 'add', id, instrument: 'EURUSD' })
  await syncWatchlists('7')
  expect(useWatchlistRefusal.getState()).toMatchObject({ refusal: 'invalid', entry: 'Bad' })
  changeLists({ change: 'add', id: FIRST_LIST, instrument: 'XAUUSD' })
  await syncWatchlists('7')
  expect(account.map((list) => list.id)).toEqual([FIRST_LIST])
  expect(shown().find((list) => list.id === id)).toMatchObject({ name: 'Bad', instruments: ['EURUSD'] })
  expect(watchlistStore.get().waiting).toEqual([])
  changeLists({ change: 'add', id, instrument: 'WTI' }, { change: 'rename', id, name: 'Good' })
  await syncWatchlists('7')
  expect(account.find((list) => list.id === id)).toMatchObject({ name: 'Good', instruments: ['EURUSD', 'WTI'] })
  expect(watchlistStore.get()).toMatchObject({ waiting: [], refused: [] })
})

test("a device's list for which the account has no room stays here, and goes when another is deleted", async () => {
  account = Array.from({ length: WATCHLISTS.lists }, (_, index) => ({ id: `w-${index}`, name: 'More', columns: [], instruments: [] }))
  const id = addList('Mine') ?? ''
  await syncWatchlists('7')
  expect(useWatchlistRefusal.getState().refusal).toBe('too-many-lists')
  expect(account).toHaveLength(WATCHLISTS.lists)
  expect(shown().at(-1)).toMatchObject({ id, name: 'Mine' })
  changeLists({ change: 'delete', id: 'w-3' })
  await syncWatchlists('7')
  expect(account.at(-1)).toMatchObject({ id, name: 'Mine' })
  expect(shown()).toEqual(account)
})

test('a list that the account does not take is gone when it is deleted here', async () => {
  refusals = { Bad: 'invalid' }
  const id = addList('Bad') ?? ''
  await syncWatchlists('7')
  changeLists({ change: 'delete', id })
  await syncWatchlists('7')
  expect(watchlistStore.get()).toMatchObject({ lists: [], waiting: [], refused: [] })
})

test('a tab of an account that is not signed in any more changes nothing, here or there', async () => {
  account = [{ id: 'w-1', name: 'Morning', columns: [], instruments: [] }]
  await syncWatchlists('7')
  changeLists({ change: 'rename', id: 'w-1', name: 'Mine' })
  const [kept, own] = [watchlistStore.get(), account]
  session = '8'
  await syncWatchlists('7')
  expect(watchlistStore.get()).toEqual(kept)
  expect(account).toEqual(own)
  // The other tab, on the same device, is of the account that has signed in.
  account = [{ id: 'w-8', name: 'Theirs', columns: [], instruments: [] }]
  await syncWatchlists('8')
  expect(watchlistStore.get()).toMatchObject({ owner: '8', lists: account, waiting: [] })
  await syncWatchlists('7')
  expect(changeLists({ change: 'rename', id: 'w-8', name: 'Mine' })).toBe(false)
  expect(useWatchlistRefusal.getState().refusal).toBe('signed-out')
  expect(watchlistStore.get()).toMatchObject({ owner: '8', lists: account, waiting: [] })
})

test('syncs that are asked for at once are one after the other: each change is sent once, and those that need not run do not', async () => {
  account = [{ id: 'w-1', name: 'Morning', columns: [], instruments: [] }]
  await syncWatchlists('7')
  const runs = ['EURUSD', 'XAUUSD', 'WTI', 'BTCUSDT'].map((instrument) => {
    changeLists({ change: 'add', id: 'w-1', instrument })
    return syncWatchlists('7')
  })
  await Promise.all(runs)
  expect(sent).toHaveLength(4)
  expect(codesOf(account, 'w-1')).toEqual(['EURUSD', 'XAUUSD', 'WTI', 'BTCUSDT'])
  expect(watchlistStore.get().waiting).toEqual([])
  expect(readings).toBeLessThanOrEqual(3)
})

test('a sync that is asked for while another is under way waits for it, and sends nothing twice', async () => {
  account = [{ id: 'w-1', name: 'Morning', columns: [], instruments: [] }]
  await syncWatchlists('7')
  changeLists({ change: 'add', id: 'w-1', instrument: 'EURUSD' })
  const toAccount = fetch
  let other: Promise<void> | undefined
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    if (asked[1]?.body !== undefined && other === undefined) {
      changeLists({ change: 'add', id: 'w-1', instrument: 'WTI' })
      other = syncWatchlists('7')
      await new Promise((resolve) => setTimeout(resolve))
    }
    return toAccount(...asked)
  })
  await syncWatchlists('7')
  await other
  expect(sent.map((fields) => new URLSearchParams(fields).get('instrument'))).toEqual(['EURUSD', 'WTI'])
  expect(codesOf(account, 'w-1')).toEqual(['EURUSD', 'WTI'])
})

test('a change that has not been sent still waits when another tab has taken away the one before it', async () => {
  account = [{ id: 'w-1', name: 'Morning', columns: [], instruments: [] }]
  await syncWatchlists('7')
  changeLists({ change: 'add', id: 'w-1', instrument: 'EURUSD' }, { change: 'add', id: 'w-1', instrument: 'WTI' })
  const toAccount = fetch
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const answer = await toAccount(...asked)
    const kept = watchlistStore.get()
    // The other tab sent the same change, and was answered first.
    if (sent.length === 1 && asked[1]?.body !== undefined) watchlistStore.set({ ...kept, waiting: kept.waiting.slice(1) })
    return answer
  })
  await syncWatchlists('7')
  expect(codesOf(account, 'w-1')).toEqual(['EURUSD', 'WTI'])
  expect(watchlistStore.get().waiting).toEqual([])
})
