/**
 * A trader's watchlists, read and changed. Every account has them alike: demo, frozen or of a company that winds down. Nothing about money
 * hangs on them, so no line of the audit trail is written.
 *
 * Invariant: a change is made of what is kept now, under the lock of the row of their watchlists, whatever the page that sent it had seen.
 */
import { and, eq } from 'drizzle-orm'
import type { OutputOf, ParsedInputOf } from '../../contract/endpoint'
import { WATCHLIST_COLUMNS, WATCHLISTS } from '../../contract/form-bounds'
import type { changeWatchlists, listWatchlists } from '../../contract/watchlists'
import { changeWatchlists as changed, type Watchlist, type WatchlistChange, type WatchlistRefusal } from '../../rules/watchlists'
import { done, forTrader, refused, type SomeHandlers, type TraderHandler } from '../calls/handler'
import { watchlists } from '../db/schema'

export function watchlistHandlers() {
  return { listWatchlists: forTrader(list), changeWatchlists: forTrader(change) } satisfies SomeHandlers
}

const REFUSALS = {
  unknown: () => refused('NOT_FOUND'),
  'too-many-lists': () => refused('WATCHLIST_LIMIT', { most: String(WATCHLISTS.lists) }),
  'too-many-instruments': () => refused('WATCHLIST_FULL', { most: String(WATCHLISTS.instruments) }),
} satisfies Record<WatchlistRefusal, unknown>

const list: TraderHandler<typeof listWatchlists> = async ({ tx, tenant, trader }) => {
  const [row] = await tx.select().from(watchlists).where(ownOf(tenant.id, trader.id))
  return done(wire(row?.lists ?? []))
}

const change: TraderHandler<typeof changeWatchlists> = async ({ tx, tenant, trader, input }) => {
  if ((input.change === 'add' || input.change === 'remove') && input.instrument === undefined)
    return refused('PARAMETER_INVALID', { parameter: 'instrument' })
  // The row is there before it is locked, so two first changes wait for each other, too.
  await tx
    .insert(watchlists)
    .values({ tenantId: tenant.id, traderId: BigInt(trader.id), lists: [] })
    .onConflictDoNothing()
  const [row] = await tx.select().from(watchlists).where(ownOf(tenant.id, trader.id)).for('update')
  const lists = changed(row?.lists ?? [], readChange(input), WATCHLISTS)
  if (typeof lists === 'string') return REFUSALS[lists]()
  await tx.update(watchlists).set({ lists }).where(ownOf(tenant.id, trader.id))
  return done(wire(lists))
}

const ownOf = (tenantId: string, traderId: string) => and(eq(watchlists.tenantId, tenantId), eq(watchlists.traderId, BigInt(traderId)))

const split = (text: string | undefined): readonly string[] => (text ?? '').split(',').filter((each) => each !== '')

const readChange = ({ place, columns, instruments, ...rest }: ParsedInputOf<typeof changeWatchlists>): WatchlistChange => ({
  ...rest,
  columns: split(columns),
  instruments: split(instruments),
  place: place === undefined ? undefined : Number(place),
})

/** A column that is not offered any more is not told. */
const wire = (lists: readonly Watchlist[]): OutputOf<typeof listWatchlists> => ({
  lists: lists.map(({ id, name, columns, instruments }) => ({
    ...{ id, name, instruments: [...instruments] },
    columns: columns.flatMap((column) => WATCHLIST_COLUMNS.find((known) => known === column) ?? []),
  })),
})
