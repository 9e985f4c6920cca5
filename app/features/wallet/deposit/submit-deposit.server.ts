/**
 * Declares a deposit. A browser with scripts has sent the proof before and posts its address; one without posts the picture itself.
 * A refusal is the page again with what was typed and sent.
 */
import { submitBankDeposit, submitCoinDeposit } from '../../../../contract/deposits'
import { parseAmount } from '../../../../rules/money'
import { isUnusualAmount } from '../../../../rules/unusual-amount'
import { paths } from '../../../addresses/paths'
import { type BrokerError, isUncertain } from '../../../broker-client/broker.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import { longestOf, textOf } from '../../../forms/form-text.server'
import { answerForm, fileOf, formKeyOf, onceBy, refusalOf } from '../../../forms/keyed-form.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { sendPicture } from '../../../pictures/send-picture.server'
import { decimalText } from '../../../ui/decimal-text'
import { requireRealTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { LONGEST_AMOUNT, readAmount } from '../typed-amount'
import { creditOf, type DepositAnswer, type DepositField, type DepositKind } from './deposit-data'
import { balanceOf, depositKindOf } from './load-deposit.server'

/** The account of a wire is named as long as the place of a coin. */
const LONGEST = longestOf(submitCoinDeposit)
const FIELD_OF: Readonly<Record<string, DepositField>> = {
  DEPOSIT_AMOUNT_INVALID: 'amount',
  AMOUNT_TOO_PRECISE: 'amount',
  AMOUNT_TOO_LARGE: 'amount',
  DEPOSIT_PROOF_REQUIRED: 'proof',
  IMAGE_REFERENCE_INVALID: 'proof',
  DEPOSIT_NETWORK_UNKNOWN: 'place',
  DEPOSIT_ADDRESS_CHANGED: 'place',
  COLLECTION_ACCOUNT_UNKNOWN: 'place',
}
type Typed = Pick<DepositAnswer, 'amount' | 'confirm' | 'place' | 'proof' | 'formKey'>

export async function submitDeposit(context: SiteContext, request: Request) {
  await requireRealTrader(context)
  const form = await takeForm(request)
  const type = depositKindOf(textOf(form, 'type'))
  const typed: Typed = {
    amount: textOf(form, 'number', LONGEST_AMOUNT),
    confirm: '',
    place: textOf(form, 'place', LONGEST.charge_id),
    proof: textOf(form, 'proofImg', LONGEST.proofImg),
    formKey: formKeyOf(form),
  }
  const t = await fixedT(context)
  const unit = textOf(form, 'currency', 16)
  const { value: amount, problem } = readAmount(typed.amount, unit, 'financial:enterAmount', t)
  const file = fileOf(form, 'proof')
  const problems: Partial<Record<DepositField, string>> = {
    ...(typed.place === '' && { place: t('financial:noWay') }),
    ...(problem !== undefined && { amount: problem }),
    ...(typed.proof === '' && file === undefined && { proof: t('financial:proof.missing') }),
  }
  let proof = typed.proof
  // A picture that came with the form is kept first, so that another mistake does not cost it.
  if (file !== undefined) {
    const sent = await sendPicture(context, file)
    if (!sent.ok) return refusal({ ...typed, proof: '' }, sent.error, 'proof', problems)
    proof = sent.data.url
  }
  const whole: Typed = { ...typed, proof }
  if (Object.keys(problems).length > 0)
    return answerForm<DepositAnswer>({ ...whole, problems, message: Object.values(problems)[0] ?? '' }, 422)
  const asked = await askedOnceMore(context, form, amount, unit)
  if (asked !== null) return answerForm<DepositAnswer>({ ...whole, confirm: amount, problems: {}, message: asked }, 422)
  const sent = await declare(context, form, type, { number: amount, proofImg: proof })
  if (sent.ok) return redirectWithToast(paths.mine.charge({ type }), { kind: 'success', text: sent.msg }, context)
  return refusal(whole, sent.error, FIELD_OF[sent.error.name])
}

function declare({ broker }: SiteContext, form: FormData, type: DepositKind, sum: { number: string; proofImg: string }) {
  const place = textOf(form, 'place', LONGEST.charge_id)
  const once = onceBy(formKeyOf(form))
  return type === '0'
    ? broker.call(submitCoinDeposit, { ...sum, charge_id: place, address: textOf(form, 'address', LONGEST.address) }, once)
    : broker.call(submitBankDeposit, { ...sum, wire_id: place }, once)
}

/** The question about an amount far above what the account holds; null where there is none, or where it was answered. */
async function askedOnceMore(context: SiteContext, form: FormData, amount: string, unit: string): Promise<string | null> {
  if (textOf(form, 'confirmed') === amount) return null
  const usdt = creditOf(amount, textOf(form, 'rate') || '1')
  if (usdt === null || !isUnusualAmount(parseAmount(usdt), 0n)) return null
  const balance = await balanceOf(context)
  if (!isUnusualAmount(parseAmount(usdt), parseAmount(balance))) return null
  const t = await fixedT(context)
  return t('financial:unusual.again', {
    amount: `${decimalText(amount, { decimals: 2 })} ${unit}`,
    balance: decimalText(balance, { decimals: 2 }),
  })
}

function refusal(typed: Typed, error: BrokerError, field: DepositField | undefined, others: DepositAnswer['problems'] = {}) {
  const { status, ...refused } = refusalOf(error, { formKey: typed.formKey, field, others, failedKey: 'financial:failed' })
  const proof = field === 'proof' && !isUncertain(error) ? '' : typed.proof
  return answerForm<DepositAnswer>({ ...typed, ...refused, proof }, status)
}
