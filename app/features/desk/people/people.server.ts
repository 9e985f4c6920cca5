/** The company's traders: the list, its file, one of them, and what the desk does to the account. */
import { data, redirect } from '@remix-run/node'
import {
  type DeskTrader,
  endTraderSessions,
  findSendings,
  freezeTrader,
  getDeskTrader,
  getTraderRecords,
  keepTwoStep,
  listTraders,
  type Sending,
  takeTwoStepOff,
  thawTrader,
} from '../../../../contract/desk/people'
import { paths } from '../../../addresses/paths'
import { brokerErrorToast } from '../../../broker-client/broker-error'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { dateTimeFormat, regionName } from '../../../language/intl'
import { allPages, askedPage, type ListPage, nextPage, readListPage } from '../../../page/list-page.server'
import { inOwnNames } from '../../../terms/own-names'
import { readMoneyStatus, readPaperStatus } from '../../../terms/review'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { actionWords, actorWords, objectWords } from '../audit/event-words'
import { PERSON_ACTIONS, type PersonAction, type PersonAnswer } from './person-actions'
import { shownRecords } from './trader-records.server'
import { TRADER_TABS } from './trader-tabs'

/** Pages that a file holds at most. */
const LAST_PAGE = 500

async function openList(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'traders.read')
  const { searchParams } = new URL(request.url)
  const search = (searchParams.get('q') ?? '').trim().slice(0, 128)
  const state = searchParams.get('state') === 'frozen' ? ('frozen' as const) : ('all' as const)
  const t = await fixedT(context)
  const time = timeFormat(context)
  const read = async (asked: ListPage) =>
    requireAnswer(await context.desk.broker.call(listTraders, { company: company.id, state, q: search, ...askedPage(asked) }))
  const shown = (one: DeskTrader) => ({
    ...inOwnNames(one),
    country: countryName(context, one.country),
    opened: time(one.created_at),
    stateLabel: t(one.is_frozen ? 'desk:people.frozen' : 'desk:people.active'),
  })
  return { company, search, state, t, read, shown }
}

function timeFormat({ language }: SiteContext): (at: number) => string {
  const format = dateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/London' })
  return (at) => format.format(at)
}

function countryName({ language }: SiteContext, code: string): string {
  return /^[A-Z]{2}$/.test(code) ? regionName(language, code) : code
}

export async function loadTraders(request: Request, context: SiteContext) {
  const { company, search, state, t, read, shown } = await openList(request, context)
  const asked = readListPage(new URL(request.url).searchParams)
  const [list, sent] = await Promise.all([read(asked), sendingsUnder(search, company, context)])
  const { data: traders, total } = list
  return {
    sent,
    title: t('desk:shell.traders'),
    company: company.id,
    search,
    state,
    page: asked.page,
    total,
    older: nextPage(asked, list),
    isMasked: !company.permissions.includes('traders.freeze'),
    traders: traders.map(shown),
  }
}
export type TradersData = Awaited<ReturnType<typeof loadTraders>>

/** As `notKnown.reference` is read out to the desk; the broker judges it. */
const REFERENCE = /^[0-9a-f]{4}-?[0-9a-f]{4}$/i
const KIND_OF: Readonly<Record<string, string>> = {
  submitOrder: 'order',
  closeOrder: 'order',
  cancelOrder: 'order',
  submitCoinDeposit: 'deposit',
  submitBankDeposit: 'deposit',
  submitWithdrawal: 'withdrawal',
  cancelWithdrawal: 'withdrawal',
}

/** What arrived under the reference that was searched for; null where the search is none. */
async function sendingsUnder(search: string, company: { readonly id: string }, context: SiteContext) {
  if (!REFERENCE.test(search)) return null
  const answer = await context.desk.broker.call(findSendings, { company: company.id, reference: search })
  const { reference, kept_hours: hours, data: sendings } = requireAnswer(answer)
  const t = await fixedT(context)
  const time = timeFormat(context)
  const become = ({ result, message }: Sending) => {
    if (result === 'never_arrived') return t('desk:people.reference.never')
    return result === 'done' ? t('desk:people.reference.done') : `${t('desk:people.reference.refused')}: ${message}`
  }
  return {
    title: t('desk:people.reference.title', { reference }),
    none: t('desk:people.reference.none', { hours }),
    rows: sendings.map((one) => {
      const kind = KIND_OF[one.call]
      return {
        key: `${one.call} ${one.at} ${one.object}`,
        traderId: one.trader === null || one.trader.is_demo ? null : one.trader.id,
        who: one.trader?.uid ?? t('desk:audit.by.visitor'),
        isDemo: one.trader?.is_demo ?? false,
        what: kind === undefined ? '' : objectWords(t, `${kind}:${one.object}`),
        call: one.call,
        time: time(one.at),
        tone: one.result === 'done' ? ('ok' as const) : ('danger' as const),
        become: become(one),
      }
    }),
  }
}
export type SentUnder = NonNullable<Awaited<ReturnType<typeof sendingsUnder>>>

export async function exportedTraders(request: Request, context: SiteContext) {
  const { company, t, read, shown } = await openList(request, context)
  const found = new Map<string, DeskTrader>()
  for await (const list of allPages(read, LAST_PAGE)) {
    // By a broker without cursors somebody who registers meanwhile moves the pages: nobody is written twice.
    for (const one of list.data) found.set(one.id, one)
  }
  const columns = ['uid', 'email', 'mobile', 'country', 'opened', 'state'] as const
  return {
    name: `${company.id}-traders`,
    columns: columns.map((name) => t(`desk:people.${name}`)),
    rows: [...found.values()].map(shown).map((one) => [one.uid, one.email, one.mobile, one.country, one.opened, one.stateLabel]),
  }
}

export async function loadTrader(request: Request, context: SiteContext) {
  const { company, operator } = await requireDeskCompany(request, context, 'traders.read')
  const id = new URL(request.url).searchParams.get('id') ?? ''
  const list = paths.desk.traders({ company: company.id })
  if (!/^\d{1,18}$/.test(id)) throw redirect(list)
  const { broker } = context.desk
  const asked = { company: company.id, id }
  const [answer, records] = await Promise.all([broker.call(getDeskTrader, asked), broker.call(getTraderRecords, asked)])
  if (!answer.ok && answer.error.name === 'NOT_FOUND') throw redirectWithToast(list, brokerErrorToast(answer.error), context)
  const item = requireAnswer(answer)
  const t = await fixedT(context)
  const time = timeFormat(context)
  const can = (permission: (typeof company.permissions)[number]) => company.permissions.includes(permission)
  const actions = PERSON_ACTIONS.filter((action) => {
    if (action === 'sessions') return can('traders.sessions')
    if (!can('traders.freeze')) return false
    if (action === 'twoStepOff') return item.has_two_step && item.two_step_off?.by !== `operator:${operator.name}`
    if (action === 'twoStepKeep') return item.two_step_off !== null
    // What its owner froze may be made the desk's.
    return action === 'thaw' ? item.is_frozen : item.frozen_by === ''
  })
  const moved = ({ created_at, status, ...one }: (typeof item.deposits)[number], queue: 'deposits' | 'withdrawals') => ({
    ...one,
    time: time(created_at),
    status: t(`desk:review.status.${queue}.${status}`),
    isOpen: readMoneyStatus(status) === 'unchecked',
    href: can(`${queue}.read`) ? paths.desk[queue]({ company: company.id, status: String(status), id: one.id }) : null,
  })
  return {
    title: t('desk:people.account', { uid: item.uid }),
    company: company.id,
    item: {
      ...inOwnNames(item),
      hasIdentity: readPaperStatus(item.identity) === 'completed',
      country: countryName(context, item.country),
      opened: time(item.created_at),
      frozenBy: actorWords(t, item.frozen_by),
    },
    twoStepAsked: item.two_step_off && { name: actorWords(t, item.two_step_off.by), reason: item.two_step_off.reason },
    isMasked: !can('traders.freeze'),
    actions,
    tab: TRADER_TABS.find((tab) => tab === new URL(request.url).searchParams.get('tab')) ?? 'positions',
    records: shownRecords(requireAnswer(records), { t, time, company, traderId: item.id }),
    deposits: item.deposits.map((one) => moved(one, 'deposits')),
    withdrawals: item.withdrawals.map((one) => moved(one, 'withdrawals')),
    sessions: item.sessions.map(({ device, address, created_at, last_seen_at }) => ({
      device,
      address,
      since: time(created_at),
      seen: time(last_seen_at),
    })),
    history: item.history.map(({ at, actor, action, object, reason }) => ({
      time: time(at),
      who: actorWords(t, actor, actor === `trader:${item.id}` ? item.uid : ''),
      action: actionWords(t, action),
      object: objectWords(t, object, object === `trader:${item.id}` ? item.uid : ''),
      reason,
    })),
    auditHref: can('audit.read') ? paths.desk.audit({ company: company.id, object: `trader:${item.id}` }) : null,
  }
}
export type TraderData = Awaited<ReturnType<typeof loadTrader>>

const CALLS = {
  sessions: endTraderSessions,
  freeze: freezeTrader,
  thaw: thawTrader,
  twoStepOff: takeTwoStepOff,
  twoStepKeep: keepTwoStep,
} as const satisfies Record<PersonAction, unknown>

/** Does what was confirmed, with its reason. Back to the page when it was done; else the form again, with what is wrong beside its field. */
export async function sendPersonAction(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'traders.read')
  const form = await takeForm(request)
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const id = new URL(request.url).searchParams.get('id') ?? ''
  const action = PERSON_ACTIONS.find((known) => known === text('action'))
  const back = paths.desk.trader(id, { company: company.id })
  if (action === undefined || !/^\d{1,18}$/.test(id)) throw redirect(back)
  const reason = text('reason').slice(0, 500)
  const answer = await context.desk.broker.call(CALLS[action], { company: company.id, id, reason })
  if (answer.ok) {
    const wasAsked = (answer.data as { readonly outcome?: string } | null)?.outcome === 'asked'
    throw redirectWithToast(back, { kind: 'success', textKey: `desk:people.done.${wasAsked ? 'twoStepAsked' : action}` }, context)
  }
  const t = await fixedT(context)
  const told = brokerErrorToast(answer.error)
  const message = told.text ?? t(told.textKey ?? 'public:unknownError', told.values)
  const isReason = answer.error.name === 'DESK_REASON_REQUIRED'
  return data<PersonAnswer>({ action, reason, message: isReason ? '' : message, problem: isReason ? message : '' }, { status: 422 })
}
