/** Loading the review queues. Opening an item that waits says to the others that one is looking at it. */

import {
  claimReview,
  getDeskDeposit,
  getDeskIdentity,
  getDeskWithdrawal,
  listDeskDeposits,
  listDeskIdentity,
  listDeskWithdrawals,
} from '../../../../contract/desk/reviews'
import type { Permission } from '../../../../contract/desk/roles'
import type { OperatorInfo } from '../../../../contract/desk/session'
import type { BrokerResult } from '../../../broker-client/broker.server'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { fixedT } from '../../../language/i18n.server'
import { allPages, askedPage, type ListPage, nextPage, readListPage } from '../../../page/list-page.server'
import { readDeposit, readOpenDeposit, readOpenPapers, readOpenWithdrawal, readPapers, readWithdrawal } from '../../../terms/review'
import { type DeskCompany, requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { loadApprovers } from '../approvers.server'
import {
  type DepositsData,
  type IdentityData,
  objectOf,
  type Queue,
  type QueueParameters,
  statusesOf,
  type WithdrawalsData,
} from './review-data'

export const READ: Readonly<Record<Queue, Permission>> = {
  deposits: 'deposits.read',
  withdrawals: 'withdrawals.read',
  identity: 'identity.read',
}
const DECIDE: Readonly<Record<Queue, Permission>> = {
  deposits: 'deposits.decide',
  withdrawals: 'withdrawals.decide',
  identity: 'identity.decide',
}
/** A file has as many pages of the list as this. */
const EXPORTED_PAGES = 100

/** Only what the calls take; everything else of the address is left out. */
export function parametersOf(request: Request, queue: Queue, company: string): QueueParameters {
  const { searchParams } = new URL(request.url)
  const one = <Value extends string>(name: string, values: readonly Value[]) => values.find((value) => value === searchParams.get(name))
  return {
    company,
    status: one('status', statusesOf(queue)),
    filter: one('filter', queue === 'identity' ? ['mine'] : ['mine', 'over']),
    q: (searchParams.get('q') ?? '').trim().slice(0, 64) || undefined,
    page: /^(?:[2-9]|[1-9]\d{1,2})$/.exec(searchParams.get('page') ?? '')?.[0],
    after: readListPage(searchParams).after,
  }
}

export const idOf = (text: string | null): string | null => (text !== null && /^\d{1,18}$/.test(text) ? text : null)

/** The list of a queue, asked for by what its call takes. */
const LISTS = {
  deposits: ({ desk }: SiteContext, asked: QueueParameters) => desk.broker.call(listDeskDeposits, listDeskDeposits.input.parse(asked)),
  withdrawals: ({ desk }: SiteContext, asked: QueueParameters) =>
    desk.broker.call(listDeskWithdrawals, listDeskWithdrawals.input.parse(asked)),
  identity: ({ desk }: SiteContext, asked: QueueParameters) => desk.broker.call(listDeskIdentity, listDeskIdentity.input.parse(asked)),
} as const satisfies Record<Queue, unknown>

interface Opened {
  readonly operator: OperatorInfo
  readonly company: DeskCompany
  readonly parameters: QueueParameters
  readonly id: string | null
}

async function open(request: Request, context: SiteContext, queue: Queue): Promise<Opened> {
  const { operator, company } = await requireDeskCompany(request, context, READ[queue])
  const parameters = parametersOf(request, queue, company.id)
  return { operator, company, parameters, id: idOf(new URL(request.url).searchParams.get('id')) }
}

/** The item with the claim on it, or null where there is none. The claim stands before the item is read, so that it shows it. */
async function readItem<Wire, Item>(
  context: SiteContext,
  queue: Queue,
  { company, id }: Opened,
  read: (id: string) => Promise<BrokerResult<Wire>>,
  inTerms: (wire: Wire) => Item,
): Promise<Item | null> {
  if (id === null) return null
  // Only a hint to the others: without it the item is read all the same.
  if (company.permissions.includes(DECIDE[queue]))
    await context.desk.broker.call(claimReview, { company: company.id, object: objectOf(queue, id) })
  const answer = await read(id)
  return !answer.ok && answer.error.name === 'NOT_FOUND' ? null : inTerms(requireAnswer(answer))
}

async function common<Name extends Queue>(context: SiteContext, queue: Name, { operator, company, parameters, id }: Opened, item: unknown) {
  const t = await fixedT(context)
  return {
    title: t(`desk:shell.${queue}`),
    titleKey: `desk:shell.${queue}`,
    queue,
    parameters,
    isMissing: id !== null && item === null,
    canDecide: company.permissions.includes(DECIDE[queue]),
    canReadTraders: company.permissions.includes('traders.read'),
    operator: { name: operator.name, displayName: operator.display_name },
    approvers: await secondPeople(context, queue, company.id, item),
    now: context.now(),
    isNumberFull: false,
  }
}

/** Asked for only where an item waits for two people; null where nothing is to be said. */
async function secondPeople(context: SiteContext, queue: Queue, company: string, item: unknown) {
  const { needsTwo, status } = (item ?? {}) as { readonly needsTwo?: boolean; readonly status?: string }
  return needsTwo === true && status === 'unchecked' ? loadApprovers(context, company, queue) : null
}

export async function loadDeposits(request: Request, context: SiteContext): Promise<DepositsData> {
  const opened = await open(request, context, 'deposits')
  const { broker } = context.desk
  const read = (id: string) => broker.call(getDeskDeposit, { company: opened.company.id, id })
  const item = await readItem(context, 'deposits', opened, read, readOpenDeposit)
  const list = requireAnswer(await LISTS.deposits(context, opened.parameters))
  const rows = list.data.map((row) => readDeposit(row))
  return { ...(await common(context, 'deposits', opened, item)), rows, total: list.total, older: olderOf(opened, list), item }
}

export async function loadWithdrawals(request: Request, context: SiteContext): Promise<WithdrawalsData> {
  const opened = await open(request, context, 'withdrawals')
  const { broker } = context.desk
  const read = (id: string) => broker.call(getDeskWithdrawal, { company: opened.company.id, id })
  const item = await readItem(context, 'withdrawals', opened, read, readOpenWithdrawal)
  const list = requireAnswer(await LISTS.withdrawals(context, opened.parameters))
  const rows = list.data.map((row) => readWithdrawal(row))
  return { ...(await common(context, 'withdrawals', opened, item)), rows, total: list.total, older: olderOf(opened, list), item }
}

export async function loadIdentityQueue(request: Request, context: SiteContext): Promise<IdentityData> {
  const opened = await open(request, context, 'identity')
  const { broker } = context.desk
  const isNumberFull = new URL(request.url).searchParams.get('full') === '1'
  const read = (id: string) => broker.call(getDeskIdentity, { company: opened.company.id, id, ...(isNumberFull && { full: '1' as const }) })
  const item = await readItem(context, 'identity', opened, read, readOpenPapers)
  const list = requireAnswer(await LISTS.identity(context, opened.parameters))
  return {
    ...(await common(context, 'identity', opened, item)),
    rows: list.data.map((row) => readPapers(row)),
    total: list.total,
    older: olderOf(opened, list),
    item,
    isNumberFull,
  }
}

const olderOf = ({ parameters: { page = '1', after } }: Opened, list: { readonly total: number; readonly next?: string | undefined }) =>
  nextPage({ page: Number(page), after }, list)

interface Listed {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly total: number
  readonly next?: string | undefined
}

/** The list as it is filtered, all its pages, as the rows of a file. */
export async function exportedQueue(request: Request, context: SiteContext, queue: Queue) {
  const { company, parameters } = await open(request, context, queue)
  const t = await fixedT(context)
  const found: Readonly<Record<string, unknown>>[] = []
  const read = async (asked: ListPage) =>
    requireAnswer<Listed>(await LISTS[queue](context, { ...parameters, page: undefined, after: undefined, ...askedPage(asked) }))
  for await (const list of allPages(read, EXPORTED_PAGES)) found.push(...list.data)
  const columns = COLUMNS[queue]
  return {
    name: `${company.id}-${queue}`,
    columns: columns.map((column) => t(`desk:review.column.${column}`)),
    rows: found.map((row) => columns.map((column) => cell(column, row[column], (status) => t(`desk:review.status.${queue}.${status}`)))),
  }
}

const COLUMNS: Readonly<Record<Queue, readonly string[]>> = {
  deposits: [
    'id',
    'created_at',
    'uid',
    'amount',
    'currency',
    'protocol',
    'usdt',
    'status',
    'is_duplicate',
    'is_first',
    'first_approved_by',
    'claimed_by',
  ],
  withdrawals: ['id', 'created_at', 'uid', 'amount', 'currency', 'protocol', 'status', 'is_new_method', 'first_approved_by', 'claimed_by'],
  identity: ['id', 'created_at', 'uid', 'status', 'decided_by', 'claimed_by'],
}

function cell(column: string, value: unknown, statusText: (status: string) => string): string {
  if (column === 'created_at') return new Date(Number(value)).toISOString()
  if (column === 'status') return statusText(String(value))
  if (typeof value === 'boolean') return value ? '1' : ''
  return value == null ? '' : String(value)
}
