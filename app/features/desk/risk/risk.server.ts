/** The risk desk's page: what the house is exposed to, and what its forms ask of the brake. */
import { askBrake, BrakeMode, BrakeSpan, decideBrake, getRisk, getRiskQuote, setBrake } from '../../../../contract/desk/risk'
import { getSettings } from '../../../../contract/desk/settings'
import { brokerErrorToast } from '../../../broker-client/broker-error'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { readRisk } from '../../../terms/risk'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { loadApprovers } from '../approvers.server'
import type { BrakeAnswer } from './risk-data'

export async function loadRisk(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'risk.read')
  const { broker } = context.desk
  const canControl = company.permissions.includes('risk.control')
  const [view, settings, t, approvers] = await Promise.all([
    broker.call(getRisk, { company: company.id }),
    company.permissions.includes('settings.read') ? broker.call(getSettings, { company: company.id }) : null,
    fixedT(context),
    canControl ? loadApprovers(context, company.id, 'risk') : null,
  ])
  return {
    title: t('desk:shell.risk'),
    company: company.id,
    companyName: company.name,
    canControl,
    canOpenTraders: company.permissions.includes('traders.read'),
    canSet: company.permissions.includes('settings.change'),
    approvers,
    thresholds: settings?.ok ? settings.data.base.risk : null,
    view: readRisk(requireAnswer(view)),
  }
}
export type RiskData = Awaited<ReturnType<typeof loadRisk>>

const SAID: Readonly<Record<string, string>> = { approve: 'settings.applied', refuse: 'settings.refused' }

/** What a form of the page asks for, carried out; the page shows the words. */
export async function sendBrake(request: Request, context: SiteContext): Promise<BrakeAnswer> {
  const { company } = await requireDeskCompany(request, context, 'risk.control')
  const [form, t] = await Promise.all([takeForm(request), fixedT(context)])
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const { call } = context.desk.broker
  const asked = { company: company.id, id: text('id').replace(/\D/g, '').slice(0, 18) || '0', reason: text('reason').slice(0, 200) }
  const span = BrakeSpan.safeParse(text('span')).data ?? 'ten-minutes'
  const act = text('act')
  const answer =
    act === 'set'
      ? await call(setBrake, {
          ...asked,
          target: text('target').slice(0, 16),
          mode: BrakeMode.safeParse(text('mode')).data ?? 'close-only',
          span,
        })
      : act === 'approve' || act === 'refuse'
        ? await call(decideBrake, { company: company.id, id: asked.id, decision: act })
        : await call(askBrake, { ...asked, what: act === 'lift' ? 'lift' : 'keep', span: span === 'ten-minutes' ? 'hour' : span })
  if (!answer.ok) {
    const told = brokerErrorToast(answer.error)
    return { isDone: false, message: told.text ?? t(told.textKey ?? 'public:unknownError', told.values) }
  }
  const said = act === 'set' ? (span === 'ten-minutes' ? 'risk.done.set' : 'risk.done.setAndAsked') : (SAID[act] ?? 'risk.done.asked')
  return { isDone: true, message: t(`desk:${said}`) }
}

export async function loadRiskQuote(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'risk.read')
  const code = new URL(request.url).searchParams.get('code') ?? ''
  return requireAnswer(await context.desk.broker.call(getRiskQuote, { company: company.id, code: code.slice(0, 16) }))
}
