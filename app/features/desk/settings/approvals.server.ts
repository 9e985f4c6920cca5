/** Changes that wait for a second operator, those that were decided, and the decision itself. */
import { data } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { decideSettingChange, listSettingChanges, type SettingChange } from '../../../../contract/desk/settings'
import { paths } from '../../../addresses/paths'
import { brokerErrorToast } from '../../../broker-client/broker-error'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { dateTimeFormat } from '../../../language/intl'
import type { Language } from '../../../language/language'
import { allPages, askedPage, type ListPage, nextPage, readListPage } from '../../../page/list-page.server'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { loadApprovers } from '../approvers.server'

export interface ChangedPart {
  readonly label: string
  /** Empty where there was nothing. */
  readonly before: string
  readonly after: string
  readonly isChanged: boolean
}
export interface ShownChange {
  readonly id: string
  readonly what: string
  readonly parts: readonly ChangedPart[]
  readonly reason: string
  readonly status: SettingChange['status']
  readonly statusLabel: string
  readonly requestedBy: string
  readonly requestedAt: string
  readonly decidedBy: string
  readonly decidedAt: string
  readonly isStale: boolean
  /** Open positions that it reaches; null where it reaches none by its kind. */
  readonly affectedPositions: number | null
  readonly isOwn: boolean
}

/** Pages that a file holds at most. */
const PAGES = 50

async function read(request: Request, context: SiteContext, status: 'waiting' | 'decided', page: ListPage) {
  const { company } = await requireDeskCompany(request, context, 'settings.read')
  const asked = context.desk.broker.call(listSettingChanges, { company: company.id, status, ...askedPage(page) })
  const [answer, t] = await Promise.all([asked, fixedT(context)])
  const { data: changes, total, next } = requireAnswer(answer)
  const search = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 64)
  const shown = changes.map((change) => shownChange(change, context.language, t)).filter((change) => isFound(change, search))
  return { company, t, total, next, search, changes: shown }
}

export async function loadApprovals(request: Request, context: SiteContext) {
  const { searchParams } = new URL(request.url)
  const view = searchParams.get('view') === 'decided' ? ('decided' as const) : ('waiting' as const)
  const asked = readListPage(searchParams)
  const list = await read(request, context, view, asked)
  const { company, t, total, search, changes } = list
  return {
    title: t('desk:shell.approvals'),
    company: company.id,
    approvers: view === 'waiting' && changes.length > 0 ? await loadApprovers(context, company.id, 'approvals') : null,
    canDecide: company.permissions.includes('settings.change'),
    view,
    page: asked.page,
    older: nextPage(asked, list),
    total,
    search,
    changes,
  }
}
export type ApprovalsData = Awaited<ReturnType<typeof loadApprovals>>

/** What was decided, newest first. */
export async function exportedChanges(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'settings.read')
  const t = await fixedT(context)
  const changes: ShownChange[] = []
  for await (const list of allPages((asked) => read(request, context, 'decided', asked), PAGES)) changes.push(...list.changes)
  const columns = ['what', 'change', 'reason', 'requestedBy', 'requestedAt', 'result', 'decidedBy', 'decidedAt']
  return {
    name: `${company.id}-approvals`,
    columns: columns.map((name) => t(`desk:settings.column.${name}`)),
    rows: changes.map((change) => [
      change.what,
      change.parts
        .filter(({ isChanged }) => isChanged)
        .map(({ label, before, after }) => `${label}: ${before || '–'} → ${after}`)
        .join('; '),
      change.reason,
      change.requestedBy,
      change.requestedAt,
      change.statusLabel,
      change.decidedBy,
      change.decidedAt,
    ]),
  }
}

export interface DecisionAnswer {
  readonly id: string
  readonly message: string
  readonly reasonProblem: string
  readonly reason: string
}

export async function sendDecision(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'settings.change')
  const form = await takeForm(request)
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const [id, reason] = [text('id'), text('reason').slice(0, 500)]
  const decision = text('decision') === 'apply' ? 'apply' : 'refuse'
  const t = await fixedT(context)
  const decided = await context.desk.broker.call(decideSettingChange, { company: company.id, id, decision, reason })
  if (decided.ok) {
    const textKey = decision === 'apply' ? 'desk:settings.applied' : 'desk:settings.refused'
    throw redirectWithToast(paths.desk.approvals({ company: company.id }), { kind: 'success', textKey }, context)
  }
  const told = brokerErrorToast(decided.error)
  const message = told.text ?? t(told.textKey ?? 'public:unknownError', told.values)
  const isReason = decided.error.name === 'DESK_REASON_REQUIRED'
  return data<DecisionAnswer>({ id, reason, message: isReason ? '' : message, reasonProblem: isReason ? message : '' }, { status: 422 })
}

function shownChange(change: SettingChange, language: Language, t: TFunction): ShownChange {
  const at = dateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/London' })
  const { before, after } = change
  return {
    id: change.id,
    what: [t(`desk:settings.area.${change.area}`), targetName(change, t)].filter(Boolean).join(' · '),
    // What changes first: that is what is agreed to.
    parts: Object.keys(after)
      .map((key) => ({
        label: t(`desk:settings.field.${key}`),
        before: before === null ? '' : writeValue(before[key], t),
        after: writeValue(after[key], t),
        isChanged: before === null || JSON.stringify(before[key]) !== JSON.stringify(after[key]),
      }))
      .sort((one, other) => Number(other.isChanged) - Number(one.isChanged)),
    reason: change.reason,
    status: change.status,
    statusLabel: t(`desk:settings.status.${change.status}`),
    requestedBy: change.requested_by,
    requestedAt: at.format(change.requested_at),
    decidedBy: change.decided_by,
    decidedAt: change.decided_at === null ? '' : at.format(change.decided_at),
    isStale: change.is_stale,
    affectedPositions: change.affected_positions,
    isOwn: change.is_own,
  }
}

function targetName({ area, target, after }: SettingChange, t: TFunction): string {
  if (area === 'base') return t(`desk:settings.section.${target}`)
  if (area === 'instrument') return target
  const name = [after.currency ?? after.code ?? after.coin, after.protocol].filter((part) => part !== undefined && part !== '').join(' ')
  return target === '' ? `${name} (${t('desk:settings.new')})` : name
}

function writeValue(value: SettingChange['after'][string] | undefined, t: TFunction): string {
  if (typeof value === 'boolean') return t(value ? 'desk:settings.yes' : 'desk:settings.no')
  if (Array.isArray(value)) return value.join(', ')
  const text = String(value ?? '')
  return t(`desk:settings.option.${text}`, { defaultValue: text })
}

function isFound({ what, reason, requestedBy, decidedBy, parts }: ShownChange, search: string): boolean {
  const text = [what, reason, requestedBy, decidedBy, ...parts.flatMap(({ label, before, after }) => [label, before, after])]
    .join(' ')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
