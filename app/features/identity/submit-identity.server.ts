/**
 * Submits name, number and both pictures. A browser with scripts has sent the pictures before and posts their addresses; one
 * without posts the pictures themselves, which are sent on here one after the other.
 */
import { submitRealName } from '../../../contract/identity'
import { paths } from '../../addresses/paths'
import type { BrokerError } from '../../broker-client/broker.server'
import { redirectWithToast } from '../../cookies/toast.server'
import { longestOf, textOf } from '../../forms/form-text.server'
import { answerForm, fileOf, formKeyOf, onceBy, refusalOf } from '../../forms/keyed-form.server'
import { takeForm } from '../../forms/take-form.server'
import { SIDES, type Side } from '../../pictures/picture-side'
import { sendPicture } from '../../pictures/send-picture.server'
import { requireRealTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { IdentityAnswer, IdentityField } from './identity-data'

const LONGEST = longestOf(submitRealName)
const FIELD_OF: Readonly<Record<string, IdentityField>> = {
  IDENTITY_NAME_REQUIRED: 'name',
  IDENTITY_NAME_INVALID: 'name',
  IDENTITY_NUMBER_REQUIRED: 'card_id',
  IDENTITY_NUMBER_INVALID: 'card_id',
}

function faultyFields({ name }: BrokerError, urls: Readonly<Record<Side, string>>): IdentityField[] {
  const field = FIELD_OF[name]
  if (field !== undefined) return [field]
  if (name !== 'IMAGE_REFERENCE_INVALID' && name !== 'IDENTITY_PHOTOS_REQUIRED') return []
  return SIDES.filter((side) => urls[side] === '')
}

type Typed = Pick<IdentityAnswer, 'name' | 'cardId' | 'urls' | 'formKey'>

function refuse(typed: Typed, error: BrokerError, fields: readonly IdentityField[]) {
  const { status, problems: _, ...refused } = refusalOf<IdentityField>(error, { formKey: typed.formKey })
  const problems = error.msg === '' ? {} : Object.fromEntries(fields.map((field) => [field, error.msg]))
  return answerForm<IdentityAnswer>({ ...typed, ...refused, problems }, status)
}

export async function submitIdentity(context: SiteContext, request: Request) {
  await requireRealTrader(context)
  const form = await takeForm(request)
  const typedIn = (name: keyof typeof LONGEST) => textOf(form, name).trim().slice(0, LONGEST[name])
  const urls: Record<Side, string> = { front: typedIn('front_pic'), reverse: typedIn('reverse_pic') }
  const typed: Typed = { name: typedIn('name'), cardId: typedIn('card_id'), urls, formKey: formKeyOf(form) }

  for (const side of SIDES) {
    const file = fileOf(form, side)
    if (file === undefined) continue
    const sent = await sendPicture(context, file)
    urls[side] = sent.ok ? sent.data.url : ''
    if (!sent.ok) return refuse(typed, sent.error, [side])
  }

  const submitted = await context.broker.call(
    submitRealName,
    { name: typed.name, card_id: typed.cardId, front_pic: urls.front, reverse_pic: urls.reverse },
    onceBy(typed.formKey),
  )
  if (submitted.ok) {
    return redirectWithToast(paths.mine.auth(), { kind: 'success', textKey: 'account:identity.submitted' }, context)
  }
  const areGone = submitted.error.name === 'IMAGE_REFERENCE_INVALID'
  const kept = areGone ? { front: '', reverse: '' } : urls
  return refuse({ ...typed, urls: kept }, submitted.error, faultyFields(submitted.error, kept))
}
