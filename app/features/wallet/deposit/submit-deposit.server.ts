/**
 * Declares a deposit. A browser with scripts has sent the proof before and posts its address; one without posts the picture itself.
 * A refusal is the page again with what was typed and sent.
 */
import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import { submitBankDeposit, submitCoinDeposit } from '../../../../contract/deposits'
import type { BrokerError } from '../../../platform/broker.server'
import { requireRealTrader } from '../../../platform/guards.server'
import { fixedT } from '../../../platform/i18n.server'
import type { SiteContext } from '../../../platform/load-context.server'
import { paths } from '../../../platform/paths'
import { redirectWithToast } from '../../../platform/toast.server'
import { typedDecimal } from '../../../ui/decimal-text'
import { sendPicture } from '../../identity/send-picture.server'
import { textOf } from '../../sign-in/form-answer.server'
import type { DepositAnswer, DepositField } from './deposit-data'
import { depositKindOf } from './load-deposit.server'

const FIELD_OF: Readonly<Record<string, DepositField>> = {
  DEPOSIT_AMOUNT_INVALID: 'amount',
  DEPOSIT_PROOF_REQUIRED: 'proof',
  IMAGE_REFERENCE_INVALID: 'proof',
  DEPOSIT_NETWORK_UNKNOWN: 'place',
  DEPOSIT_ADDRESS_CHANGED: 'place',
  COLLECTION_ACCOUNT_UNKNOWN: 'place',
}
/** What a person may type of an amount, as the wire takes it. */
const AMOUNT = /^\d{1,12}(\.\d{1,8})?$/

type Typed = Pick<DepositAnswer, 'amount' | 'place' | 'proof' | 'formKey'>

export async function submitDeposit(context: SiteContext, request: Request) {
  await requireRealTrader(context)
  const form = await request.formData()
  const type = depositKindOf(textOf(form, 'type'))
  const typed: Typed = {
    amount: textOf(form, 'number').slice(0, 40),
    place: textOf(form, 'place').slice(0, 64),
    proof: textOf(form, 'proofImg').slice(0, 512),
    formKey: textOf(form, 'form_key').slice(0, 64),
  }
  const t = await fixedT(context)
  const amount = typedDecimal(typed.amount)
  const file = form.getAll('proof').find((value): value is File => value instanceof File && value.size > 0)
  const problems: Partial<Record<DepositField, string>> = {
    ...(typed.place === '' && { place: t('financial:noWay') }),
    ...(!AMOUNT.test(amount) && { amount: t(typed.amount.trim() === '' ? 'financial:enterAmount' : 'financial:amountUnreadable') }),
    ...(typed.proof === '' && file === undefined && { proof: t('financial:proof.missing') }),
  }
  if (Object.keys(problems).length > 0) return answer({ ...typed, problems, message: Object.values(problems)[0] ?? '' }, 422)

  let proofImg = typed.proof
  if (file !== undefined) {
    const sent = await sendPicture(context, file)
    if (!sent.ok) return refusal({ ...typed, proof: '' }, sent.error, 'proof')
    proofImg = sent.data.url
  }
  const once = typed.formKey === '' ? {} : { idempotencyKey: typed.formKey }
  const sent =
    type === '0'
      ? await context.broker.call(
          submitCoinDeposit,
          { number: amount, proofImg, charge_id: typed.place, address: textOf(form, 'address').slice(0, 256) },
          once,
        )
      : await context.broker.call(submitBankDeposit, { number: amount, proofImg, wire_id: typed.place }, once)
  if (sent.ok) return redirectWithToast(paths.mine.charge({ type }), { kind: 'success', text: sent.msg }, context)
  return refusal({ ...typed, proof: proofImg }, sent.error, FIELD_OF[sent.error.name])
}

function refusal(typed: Typed, error: BrokerError, field: DepositField | undefined) {
  // Nobody knows whether it was carried out: only the same key may be sent again.
  if (error.name === 'NETWORK_ERROR' || error.name === 'ANSWER_UNREADABLE')
    return answer({ ...typed, problems: {}, message: '', messageKey: 'financial:networkFailed' }, 503)
  const words = error.msg === '' ? { message: '', messageKey: 'financial:failed' } : { message: error.msg }
  const problems = field === undefined || error.msg === '' ? {} : { [field]: error.msg }
  const proof = field === 'proof' ? '' : typed.proof
  return answer({ ...typed, ...words, proof, problems, formKey: randomUUID() }, 422)
}

function answer(parts: DepositAnswer, status: number) {
  return data(parts, { status, headers: { 'Cache-Control': 'no-store' } })
}
