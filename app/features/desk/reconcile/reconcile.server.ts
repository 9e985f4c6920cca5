/** The reconciliation page: a day of the company's book against its providers', one row of it, and what its forms ask for. */
import {
  askAboutDifference,
  decideDifference,
  getDifference,
  getReconciliation,
  listEqualFills,
  resolveDifference,
  runReconciliation,
} from '../../../../contract/desk/reconciliation'
import { brokerErrorToast } from '../../../broker-client/broker-error'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { readDifference, readEqualFills, readReconciliation } from '../../../terms/reconciliation'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { loadApprovers } from '../approvers.server'
import { chosenRow, RESOLVE_KINDS, readShown } from './reconcile-data'

/** The day that an address asks for; undefined: the one that runs. */
export function dayOf(request: Request): string | undefined {
  const text = new URL(request.url).searchParams.get('day') ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T12:00:00Z`)) ? text : undefined
}

export async function loadReconciliation(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'reconciliation.read')
  const { broker } = context.desk
  const { searchParams } = new URL(request.url)
  const day = dayOf(request)
  const asked = { company: company.id, ...(day === undefined ? {} : { day }) }
  const shown = readShown(searchParams.get('show'))
  const canResolve = company.permissions.includes('reconciliation.resolve')
  const [answer, equal, t, approvers] = await Promise.all([
    broker.call(getReconciliation, asked),
    shown === 'equal' ? broker.call(listEqualFills, asked) : null,
    fixedT(context),
    canResolve ? loadApprovers(context, company.id, 'reconciliation') : null,
  ])
  const view = readReconciliation(requireAnswer(answer))
  const row = chosenRow(view.rows, shown, searchParams.get('id') ?? '')
  const detail = row === undefined ? null : await broker.call(getDifference, { company: company.id, id: row.id })
  return {
    title: t('desk:shell.reconciliation'),
    company: company.id,
    canResolve,
    canSeeRisk: company.permissions.includes('risk.read'),
    approvers,
    now: context.now(),
    shown,
    view,
    equal: equal?.ok ? { fills: readEqualFills(equal.data.data), isMore: equal.data.is_more } : null,
    detail: detail?.ok ? readDifference(detail.data) : null,
  }
}
export type ReconcileData = Awaited<ReturnType<typeof loadReconciliation>>

export interface ReconcileAnswer {
  readonly isDone: boolean
  readonly message: string
}

/** What a form of the page asks for, carried out; the page shows the words. */
export async function sendReconciliation(request: Request, context: SiteContext): Promise<ReconcileAnswer> {
  const { company } = await requireDeskCompany(request, context, 'reconciliation.resolve')
  const [form, t] = await Promise.all([takeForm(request), fixedT(context)])
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const { call } = context.desk.broker
  const of = { company: company.id, id: text('id').replace(/\D/g, '').slice(0, 18) || '0' }
  const failed = (error: Parameters<typeof brokerErrorToast>[0]): ReconcileAnswer => {
    const told = brokerErrorToast(error)
    return { isDone: false, message: told.text ?? t(told.textKey ?? 'public:unknownError', told.values) }
  }
  const said = (key: string): ReconcileAnswer => ({ isDone: true, message: t(`desk:${key}`) })
  switch (text('act')) {
    case 'compare': {
      const answer = await call(runReconciliation, { company: company.id })
      return answer.ok ? said('reconcile.done.compare') : failed(answer.error)
    }
    case 'ask': {
      const answer = await call(askAboutDifference, of)
      return answer.ok ? said('reconcile.done.ask') : failed(answer.error)
    }
    case 'approve':
    case 'refuse': {
      const decision = text('act') === 'approve' ? 'approve' : 'refuse'
      const answer = await call(decideDifference, { ...of, decision })
      return answer.ok ? said(decision === 'approve' ? 'reconcile.done.resolve' : 'settings.refused') : failed(answer.error)
    }
    default: {
      const as = RESOLVE_KINDS.find((kind) => kind === text('as')) ?? 'explained'
      const answer = await call(resolveDifference, { ...of, resolve_as: as, note: text('note').slice(0, 500) })
      if (!answer.ok) return failed(answer.error)
      return said(answer.data.status === 'waiting' ? 'risk.done.asked' : 'reconcile.done.resolve')
    }
  }
}
