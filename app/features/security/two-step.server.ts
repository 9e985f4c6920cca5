/**
 * Two-step sign-in on the server. The secret of a set-up travels with its own form, so that a mistyped code shows the same
 * code again, with or without scripts; what counts is the secret that the broker keeps.
 */
import { data } from '@remix-run/node'
import { disableTwoStep, enableTwoStep, getTwoStep, renewRecoveryCodes, startTwoStep } from '../../../contract/two-step'
import { paths } from '../../addresses/paths'
import type { BrokerError } from '../../broker-client/broker.server'
import { brokerErrorToast } from '../../broker-client/broker-error'
import { requireAnswer } from '../../broker-client/require-answer.server'
import { redirectWithToast } from '../../cookies/toast.server'
import { longestOf, textOf } from '../../forms/form-text.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import { momentOf } from '../../time/moment.server'
import { drawQrCode } from '../../ui/qr-code.server'
import { requireRealTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { TwoStepAnswer, TwoStepData } from './two-step-data'

export async function loadTwoStep(context: SiteContext): Promise<TwoStepData> {
  await requireRealTrader(context)
  const [t, answer] = await Promise.all([fixedT(context), context.broker.call(getTwoStep, {})])
  const state = requireAnswer(answer)
  return {
    title: t('account:twoStep.title'),
    isOn: state.is_on === 1,
    turnedOn: state.is_on === 1 ? momentOf(state.turned_on_at, context.language) : null,
    recoveryCodesLeft: state.recovery_codes_left,
  }
}

const NO_STORE = { 'Cache-Control': 'no-store' }
const answerTwoStep = (answer: TwoStepAnswer) => data(answer, { headers: NO_STORE })
const refuseTwoStep = (answer: TwoStepAnswer) => data(answer, { status: 422, headers: NO_STORE })
const back = (context: SiteContext, error: BrokerError) => redirectWithToast(paths.mine.twoStep(), brokerErrorToast(error), context)

/** What the page says of a code that was not taken: the broker's words, or ours where it had none, or speaks of what no field asks for. */
async function wordsOf(context: SiteContext, error: BrokerError): Promise<string> {
  if (error.name === 'OWNER_PROOF_REQUIRED') return (await fixedT(context))('public:error.PASSWORD_REQUIRED')
  if (error.msg !== '') return error.msg
  return (await fixedT(context))('public:connection.askAgain')
}

async function start(context: SiteContext, form: FormData) {
  const password = textOf(form, 'password', longestOf(startTwoStep).password)
  const started = await context.broker.call(startTwoStep, { password })
  if (!started.ok && started.error.name === 'TWO_STEP_ALREADY_ON') return back(context, started.error)
  if (!started.ok) return refuseTwoStep({ stage: 'refused', intent: 'start', message: await wordsOf(context, started.error) })
  const { secret, uri } = started.data
  return answerTwoStep({ stage: 'scan', secret, uri, qr: drawQrCode(uri), message: '' })
}

async function enable(context: SiteContext, code: string, form: FormData) {
  const enabled = await context.broker.call(enableTwoStep, { code })
  if (enabled.ok) return answerTwoStep({ stage: 'codes', codes: enabled.data.recovery_codes, isRenewed: false })
  const secret = textOf(form, 'secret', 128)
  const uri = textOf(form, 'uri', 512)
  const canTryAgain = enabled.error.name !== 'TWO_STEP_ALREADY_ON' && enabled.error.name !== 'TWO_STEP_NOT_STARTED'
  if (!canTryAgain || !/^[A-Z2-7=]+$/.test(secret) || !uri.startsWith('otpauth://')) return back(context, enabled.error)
  return refuseTwoStep({ stage: 'scan', secret, uri, qr: drawQrCode(uri), message: await wordsOf(context, enabled.error) })
}

export async function runTwoStep(context: SiteContext, request: Request) {
  await requireRealTrader(context)
  const form = await takeForm(request)
  const code = textOf(form, 'code', longestOf(enableTwoStep).code)
  switch (form.get('intent')) {
    case 'start':
      return start(context, form)
    case 'enable':
      return enable(context, code, form)
    case 'renew': {
      const renewed = await context.broker.call(renewRecoveryCodes, { code })
      if (renewed.ok) return answerTwoStep({ stage: 'codes', codes: renewed.data.recovery_codes, isRenewed: true })
      return refuseTwoStep({ stage: 'refused', intent: 'renew', message: await wordsOf(context, renewed.error) })
    }
    case 'disable': {
      const disabled = await context.broker.call(disableTwoStep, { code })
      if (disabled.ok) return redirectWithToast(paths.mine.twoStep(), { kind: 'success', textKey: 'account:twoStep.turnedOff' }, context)
      return refuseTwoStep({ stage: 'refused', intent: 'disable', message: await wordsOf(context, disabled.error) })
    }
    default:
      throw data({ reason: undefined }, { status: 400 })
  }
}
