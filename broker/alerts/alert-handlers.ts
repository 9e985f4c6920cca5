/**
 * A trader's price alerts: listed, made, changed, deleted and brought back. A demo account has them as any other, and so has a trader of a
 * company that winds down.
 *
 * Invariants: one that waits was not reached when it began to wait, by the bid of that moment; a trader has no more of them than the
 * contract allows, however many calls come at once.
 */
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { changeAlert, createAlert, deleteAlert, listAlerts } from '../../contract/alerts'
import type { OutputOf } from '../../contract/endpoint'
import { ALERT_LIMIT, ALERT_PERCENT } from '../../contract/form-bounds'
import type { Tenant } from '../../contract/tenant'
import { type AlertSide, alertPriceFrom, isAlertReached } from '../../rules/alert-price'
import { type Fixed, formatFixed, MAX_FIXED, parseFixed } from '../../rules/decimal'
import { badCursor, done, forTrader, type Outcome, refused, type SomeHandlers, type TraderCall } from '../calls/handler'
import { countRows, readPage } from '../db/read-page'
import { priceAlert, trader as traderTable } from '../db/schema'
import { ALERT_STATUS } from '../db/statuses'
import type { InstrumentTerms } from '../market/instrument-terms'
import type { Pricing } from '../market/pricing'
import { offGridRefusal } from '../trading/price-bounds'
import { sendsAlertMail } from './alert-link'
import { type AlertRow, type WatchedAlert, wireAlert } from './alert-rows'

interface AlertServices {
  readonly pricing: Pricing
  /** Called after a commit that has left an alert like this. */
  kept(alert: WatchedAlert): void
  /** Nobody knows whether a change of this trader's alerts was kept. */
  inDoubt(owner: Pick<AlertRow, 'tenantId' | 'traderId'>): void
}

const WAITING = [ALERT_STATUS.active, ALERT_STATUS.paused]

export function alertHandlers(services: AlertServices) {
  return {
    listAlerts: forTrader((call) => list(services, call)),
    createAlert: forTrader((call) => create(services, call)),
    changeAlert: forTrader((call) => change(services, call)),
    deleteAlert: forTrader((call) => remove(services, call)),
  } satisfies SomeHandlers
}

type Answer<E extends typeof listAlerts | typeof createAlert | typeof changeAlert | typeof deleteAlert> = Promise<Outcome<OutputOf<E>>>

async function list({ pricing }: AlertServices, { tx, tenant, trader, input }: TraderCall<typeof listAlerts>): Answer<typeof listAlerts> {
  const owner = ownerOf(tenant, trader)
  const mine = isOf(owner)
  const isTold = and(mine, eq(priceAlert.status, ALERT_STATUS.told))
  const page = await readPage(tx, priceAlert, { list: 'alerts', where: isTold, by: [priceAlert.toldAt, priceAlert.id] }, input)
  if (page === undefined) return badCursor()
  const waiting = await tx
    .select()
    .from(priceAlert)
    .where(and(mine, inArray(priceAlert.status, WAITING)))
    .orderBy(desc(priceAlert.id))
  return done({
    waiting: waiting.map((row) => wireAlert(pricing, tenant, row)),
    data: page.rows.map((row) => wireAlert(pricing, tenant, row)),
    total: await countRows(tx, { from: priceAlert, where: isTold }),
    next: page.next,
    sends_mail: await sendsAlertMail(tx, owner),
  })
}

async function create(services: AlertServices, call: TraderCall<typeof createAlert>): Answer<typeof createAlert> {
  const { tx, tenant, trader, input, now } = call
  const { pricing } = services
  const terms = pricing.findTermsById(tenant, input.forex_id)
  if (terms === undefined) return refused('INSTRUMENT_NOT_FOUND')
  const wanted = readPrice(pricing, tenant, terms, input)
  if (!wanted.ok) return wanted
  if (!(await hasRoom(call))) return tooMany()
  const { code, pricePrecision } = terms.instrument
  const [row] = await tx
    .insert(priceAlert)
    .values({
      ...{ ...ownerOf(tenant, trader), instrumentCode: code, pricePrecision, side: input.side, ...wanted.data },
      ...{ status: ALERT_STATUS.active, createdAt: now, changedAt: now },
    })
    .returning()
  if (row === undefined) throw new Error('an insert returns its row')
  return keep(services, call, row)
}

async function change(services: AlertServices, call: TraderCall<typeof changeAlert>): Answer<typeof changeAlert> {
  const { tenant, input } = call
  const { pricing } = services
  const row = await findOwn(call)
  if (row === undefined) return refused('NOT_FOUND')
  if (row.toldAt !== null) return refused('ALERT_TOLD')
  const isMoved = input.alert_price !== undefined || input.side !== undefined
  const price = input.alert_price === undefined ? row.price : parseFixed(input.alert_price)
  const side = input.side ?? row.side
  const status = input.state === undefined ? row.status : ALERT_STATUS[input.state]
  if (isMoved || (status === ALERT_STATUS.active && row.status !== ALERT_STATUS.active)) {
    const terms = pricing.termsOf(tenant).get(row.instrumentCode)
    if (terms === undefined) return refused('INSTRUMENT_NOT_FOUND')
    const problem = priceRefusal(pricing, tenant, terms, { price, side })
    if (problem !== null) return problem
  }
  if (row.status === ALERT_STATUS.deleted && status !== row.status && !(await hasRoom(call))) return tooMany()
  // Moved by hand it is counted from nothing any more.
  const percent = isMoved ? { percent: null, fromPrice: null, fromTime: null } : {}
  return keep(services, call, await update(call, row, { price, side, status, ...percent }))
}

async function remove(services: AlertServices, call: TraderCall<typeof deleteAlert>): Answer<typeof deleteAlert> {
  const row = await findOwn(call)
  if (row === undefined || row.status === ALERT_STATUS.deleted) return refused('NOT_FOUND')
  if (call.input.state !== undefined && row.toldAt !== null) return refused('ALERT_TOLD')
  keep(services, call, await update(call, row, { status: ALERT_STATUS.deleted }))
  return done(null)
}

/** What is watched is what was committed. */
function keep(services: AlertServices, { tenant, trader, afterCommit, inDoubt }: AlertCall, row: AlertRow) {
  afterCommit(() => services.kept(row))
  inDoubt(() => services.inDoubt(ownerOf(tenant, trader)))
  return done(wireAlert(services.pricing, tenant, row))
}

type AlertCall = TraderCall<typeof createAlert> | TraderCall<typeof changeAlert> | TraderCall<typeof deleteAlert>
type OwnCall = TraderCall<typeof changeAlert> | TraderCall<typeof deleteAlert>

const ownerOf = ({ id: tenantId }: Tenant, { id }: { readonly id: string }) => ({ tenantId, traderId: BigInt(id) })
const isOf = ({ tenantId, traderId }: Pick<AlertRow, 'tenantId' | 'traderId'>) =>
  and(eq(priceAlert.tenantId, tenantId), eq(priceAlert.traderId, traderId))
const tooMany = () => refused('TOO_MANY_ALERTS', { max: String(ALERT_LIMIT) })

/** Held until the transaction ends: a tick may be about to tell it. */
async function findOwn({ tx, tenant, trader, input }: OwnCall): Promise<AlertRow | undefined> {
  const [row] = await tx
    .select()
    .from(priceAlert)
    .where(and(isOf(ownerOf(tenant, trader)), eq(priceAlert.id, BigInt(input.id))))
    .for('update')
  return row
}

async function update({ tx, now }: OwnCall, { tenantId, id, version }: AlertRow, values: Partial<AlertRow>): Promise<AlertRow> {
  const [row] = await tx
    .update(priceAlert)
    .set({ ...values, version: version + 1, changedAt: now })
    .where(and(eq(priceAlert.tenantId, tenantId), eq(priceAlert.id, id)))
    .returning()
  if (row === undefined) throw new Error('a row that is held is there')
  return row
}

/** One call of a trader after the other counts. */
async function hasRoom({ tx, tenant, trader }: AlertCall): Promise<boolean> {
  const owner = ownerOf(tenant, trader)
  await tx
    .select({ id: traderTable.id })
    .from(traderTable)
    .where(and(eq(traderTable.tenantId, owner.tenantId), eq(traderTable.id, owner.traderId)))
    .for('no key update')
  const waiting = and(isOf(owner), inArray(priceAlert.status, WAITING))
  return (await countRows(tx, { from: priceAlert, where: waiting })) < ALERT_LIMIT
}

type Refusal = Extract<Outcome<never>, { ok: false }>
type WantedPrice = Pick<typeof priceAlert.$inferInsert, 'price' | 'percent' | 'fromPrice' | 'fromTime'>

/** The price that was named, or the one a percentage away from the bid of now. */
function readPrice(
  pricing: Pricing,
  tenant: Tenant,
  terms: InstrumentTerms,
  { side, alert_price, alert_percent }: TraderCall<typeof createAlert>['input'],
): Outcome<WantedPrice> {
  if (alert_price !== undefined) {
    const price = parseFixed(alert_price)
    return priceRefusal(pricing, tenant, terms, { price, side }) ?? done({ price })
  }
  if (alert_percent === undefined) return refused('PARAMETER_INVALID', { parameter: 'alert_price' })
  const { code, pricePrecision } = terms.instrument
  const quote = pricing.quote(tenant, code)
  if (quote === null) return refused('QUOTE_STALE')
  const percent = parseFixed(alert_percent)
  const max = side === 'above' ? ALERT_PERCENT.maxAbove : ALERT_PERCENT.maxBelow
  const price = alertPriceFrom(quote.bid, percent, side, pricePrecision)
  const isInBounds = percent >= parseFixed(ALERT_PERCENT.min) && percent <= parseFixed(max) && price > 0n && price <= MAX_FIXED
  if (!isInBounds) return refused('ALERT_PERCENT_INVALID', { min: ALERT_PERCENT.min, max })
  return done({ price, percent, fromPrice: quote.bid, fromTime: quote.time })
}

/** Why an alert cannot wait at this price; in a closed market the last bid counts. */
function priceRefusal(
  pricing: Pricing,
  tenant: Tenant,
  { instrument: { code, pricePrecision } }: InstrumentTerms,
  { price, side }: { readonly price: Fixed; readonly side: AlertSide },
): Refusal | null {
  // As a price that is quoted: nothing is quoted at 0.
  const offGrid = offGridRefusal({ price }, pricePrecision)
  if (offGrid !== null) return { ...offGrid, details: { ...offGrid.details, parameter: 'alert_price' } }
  const quote = pricing.quote(tenant, code)
  if (quote === null) return refused('QUOTE_STALE') as Refusal
  if (!isAlertReached(side, price, quote.bid)) return null
  return refused('ALERT_PRICE_CROSSED', { price: formatFixed(quote.bid, pricePrecision) }) as Refusal
}
