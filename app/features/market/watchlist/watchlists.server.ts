/** An account's watchlists, read and changed for the page that shows them. */
import { changeWatchlists, listWatchlists } from '../../../../contract/watchlists'
import { refusalStatus } from '../../../broker-client/refusal-status.server'
import { takeForm } from '../../../forms/take-form.server'
import { isPageOfTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import type { ListsRefusal, WatchlistsAnswer } from './watchlist-data'

/** What no repetition would change. */
const REFUSALS: Readonly<Record<string, ListsRefusal>> = {
  NOT_FOUND: 'unknown',
  PARAMETER_INVALID: 'invalid',
  WATCHLIST_LIMIT: 'too-many-lists',
  WATCHLIST_FULL: 'too-many-instruments',
}

export async function readWatchlists(context: SiteContext, request: Request): Promise<Response> {
  if (!(await isPageOfTrader(context, request))) return answer({ lists: null }, 200)
  const read = await context.broker.call(listWatchlists, {}, { initial: true })
  if (read.ok) return answer({ lists: read.data.lists }, 200)
  // A broker elsewhere may keep none: they stay on the device.
  return answer({ lists: null }, read.error.name === 'NOT_AVAILABLE_YET' ? 200 : refusalStatus(read.error))
}

export async function saveWatchlistChange(context: SiteContext, request: Request): Promise<Response> {
  if (!(await isPageOfTrader(context, request))) return answer({ lists: null }, 200)
  const fields = changeWatchlists.input.safeParse(Object.fromEntries(await takeForm(request)))
  if (!fields.success) return answer({ lists: null, refusal: 'invalid' }, 400)
  const made = await context.broker.call(changeWatchlists, fields.data)
  if (made.ok) return answer({ lists: made.data.lists }, 200)
  const refusal = REFUSALS[made.error.name]
  return answer(refusal === undefined ? { lists: null } : { lists: null, refusal }, refusalStatus(made.error))
}

const answer = (body: WatchlistsAnswer, status: number): Response =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
