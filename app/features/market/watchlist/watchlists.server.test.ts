import { beforeEach, expect, test } from 'vitest'
import type { Watchlist } from '../../../../rules/watchlists'
import type { SiteContext } from '../../../visitor/load-context.server'
import { readWatchlists, saveWatchlistChange } from './watchlists.server'

const LISTS: readonly Watchlist[] = [{ id: 'w-1', name: 'Morning', columns: [], instruments: ['EURUSD'] }]
const CHANGE = { change: 'rename', id: 'w-1', name: 'Mine' }
let calls: unknown[]
beforeEach(() => {
  calls = []
})

/** The trader with the id 8 is signed in; the broker gives every call the same answer. */
function contextWith(result: unknown = { ok: true, data: { lists: LISTS }, msg: '' }): SiteContext {
  const call = async (_endpoint: unknown, input: unknown) => {
    calls.push(input)
    return result
  }
  return { trader: async () => ({ id: '8' }), broker: { call } } as unknown as SiteContext
}

const asked = (traderId: string | null, fields?: Record<string, string>) =>
  new Request('http://site.invalid/resources/watchlists', {
    headers: traderId === null ? {} : { 'x-trader': traderId },
    ...(fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }),
  })

test.each(['7', null])('a page of %s neither reads nor changes the lists of whoever is signed in', async (traderId) => {
  expect(await (await readWatchlists(contextWith(), asked(traderId))).json()).toEqual({ lists: null })
  expect(await (await saveWatchlistChange(contextWith(), asked(traderId, CHANGE))).json()).toEqual({ lists: null })
  expect(calls).toEqual([])
})

test('a page of whoever is signed in does both', async () => {
  expect(await (await readWatchlists(contextWith(), asked('8'))).json()).toEqual({ lists: LISTS })
  expect(await (await saveWatchlistChange(contextWith(), asked('8', CHANGE))).json()).toEqual({ lists: LISTS })
  expect(calls).toEqual([{}, CHANGE])
})

test('what is not taken as it was entered is told as that, by the site and by the broker', async () => {
  const refused = { ok: false, error: { name: 'PARAMETER_INVALID', code: 1001, msg: 'No.', details: {} } }
  for (const [result, name] of [
    [undefined, 'Met\u202eals'],
    [refused, 'Metals'],
  ] as const) {
    const answer = await saveWatchlistChange(contextWith(result), asked('8', { ...CHANGE, name }))
    expect(await answer.json()).toEqual({ lists: null, refusal: 'invalid' })
  }
})
