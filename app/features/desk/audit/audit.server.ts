/** The company's audit trail as its page and its file show it: by London's clock, in words. */
import type { TFunction } from 'i18next'
import { type AuditEvent, listAuditEvents } from '../../../../contract/desk/audit'
import { AUDIT_ROWS_MAX } from '../../../../contract/told-limits'
import { DAY_MS } from '../../../../rules/durations'
import { wallToUtc } from '../../../../rules/wall-time'
import { paths } from '../../../addresses/paths'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { fixedT } from '../../../language/i18n.server'
import { dateTimeFormat } from '../../../language/intl'
import { askedPage, nextPage, readListPage } from '../../../page/list-page.server'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { startOf } from '../../wallet/history/export-period'
import { AREAS, type AuditFilter, BY } from './audit-filter'
import { actionWords, actorWords, objectWords } from './event-words'

const ZONE = 'Europe/London'
const FILE_PAGE = 500

export interface ShownEvent {
  readonly id: string
  readonly time: string
  readonly at: number
  readonly who: string
  readonly action: string
  /** Where a click on the object leads: to everything about it. */
  readonly object: string
  readonly objectName: string
  readonly change: AuditEvent['change']
  readonly reason: string
  readonly address: string
  readonly traderHref: string | null
  readonly traderUid: string
  readonly isSealed: boolean
}

function filterOf(request: Request): AuditFilter {
  const { searchParams } = new URL(request.url)
  const text = (name: string) => (searchParams.get(name) ?? '').trim().slice(0, 128) || undefined
  const known = <Name extends string>(list: readonly Name[], name: string) => list.find((one) => one === searchParams.get(name))
  const day = (name: string) => {
    const typed = searchParams.get(name) ?? ''
    return startOf(typed) === null ? undefined : typed
  }
  return { q: text('q'), object: text('object'), area: known(AREAS, 'area'), by: known(BY, 'by'), from: day('from'), to: day('to') }
}

/** London's midnight at the beginning of a day, or of the one after it. */
function midnight(day: string, daysLater: number): string {
  const wall = (startOf(day) ?? 0) + daysLater * DAY_MS
  return String(Math.max(0, wallToUtc(ZONE, wall)))
}

/** Those who are one, without a name behind a colon. */
const WHOLE: ReadonlySet<string> = new Set(['visitor', 'system', 'engine'])

function filterParameters({ q, object, area, by, from, to }: AuditFilter) {
  return {
    ...(q === undefined ? {} : { q }),
    ...(object === undefined ? {} : { object }),
    ...(area === undefined ? {} : { action: `${area}.` }),
    ...(by === undefined ? {} : { actor: WHOLE.has(by) ? by : `${by}:` }),
    ...(from === undefined ? {} : { from: midnight(from, 0) }),
    ...(to === undefined ? {} : { to: midnight(to, 1) }),
  }
}

async function openTrail(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'audit.read')
  const filter = filterOf(request)
  const t = await fixedT(context)
  const { format } = dateTimeFormat(context.language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: ZONE,
  })
  const canOpen = company.permissions.includes('traders.read')
  const shown = (event: AuditEvent): ShownEvent => ({
    ...words(event, t),
    id: event.id,
    time: format(event.at),
    at: event.at,
    object: event.object,
    change: event.change,
    reason: event.reason,
    address: event.address,
    traderHref: canOpen && event.trader_id !== '' ? paths.desk.trader(event.trader_id, { company: company.id }) : null,
    traderUid: event.trader_uid,
    isSealed: event.is_sealed,
  })
  const read = async (paging: { readonly page?: string; readonly after?: string; readonly before?: string; readonly size?: '500' }) =>
    requireAnswer(await context.desk.broker.call(listAuditEvents, { company: company.id, ...filterParameters(filter), ...paging }))
  return { company, filter, t, shown, read }
}

function words({ actor, action, object, trader_uid: uid }: AuditEvent, t: TFunction) {
  // The number is that of the trader the entry is about; another one who acted keeps their id.
  const isActor = !object.startsWith('trader:') || object === actor
  return { who: actorWords(t, actor, isActor ? uid : ''), action: actionWords(t, action), objectName: objectWords(t, object, uid) }
}

export async function loadAudit(request: Request, context: SiteContext) {
  const { company, filter, t, shown, read } = await openTrail(request, context)
  const asked = readListPage(new URL(request.url).searchParams)
  const list = await read(askedPage(asked))
  const { data, total, chain } = list
  return {
    title: t('desk:shell.audit'),
    company: company.id,
    filter,
    page: asked.page,
    total,
    isMore: total > AUDIT_ROWS_MAX,
    older: nextPage(asked, list),
    chain,
    events: data.map(shown),
  }
}
export type AuditData = Awaited<ReturnType<typeof loadAudit>>

/** The newest entries, read on from the last one so that what comes meanwhile moves nothing. */
export async function exportedTrail(request: Request, context: SiteContext) {
  const { company, t, shown, read } = await openTrail(request, context)
  const rows: string[][] = []
  for (let before: string | undefined; rows.length < AUDIT_ROWS_MAX; ) {
    const { data } = await read({ size: '500', ...(before === undefined ? {} : { before }) })
    for (const event of data) rows.push(cells(event, shown(event), t))
    before = data.at(-1)?.id
    if (data.length < FILE_PAGE) break
  }
  const columns = ['time', 'who', 'what', 'object', 'trader', 'change', 'reason', 'address', 'seal'] as const
  return { name: `${company.id}-audit`, columns: columns.map((name) => t(`desk:audit.${name}`)), rows }
}

function cells(
  event: AuditEvent,
  { time, who, action, objectName, traderUid, reason, address, isSealed, change }: ShownEvent,
  t: TFunction,
) {
  const changed = change.map(({ name, before, after }) => `${name}: ${before || '–'} → ${after || '–'}`).join('; ')
  const seal = t(`desk:audit.${isSealed ? 'sealed' : 'unsealed'}`)
  return [time, who || event.actor, action, objectName, traderUid, changed, reason, address, seal]
}
