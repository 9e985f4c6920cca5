/**
 * Submits name, number and both pictures. A browser with scripts has sent the pictures before and posts their addresses; one
 * without posts the pictures themselves, which are sent on here one after the other.
 */
import { data } from '@remix-run/node'
import { submitRealName } from '../../../contract/identity'
import { paths } from '../../addresses/paths'
import type { BrokerError } from '../../broker-client/broker.server'
import { redirectWithToast } from '../../cookies/toast.server'
import { takeForm } from '../../forms/take-form.server'
import { SIDES, type Side } from '../../pictures/picture-side'
import { sendPicture } from '../../pictures/send-picture.server'
import { requireRealTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { IdentityAnswer, IdentityField } from './identity-data'

const FIELD_OF: Readonly<Record<string, IdentityField>> = {
  IDENTITY_NAME_REQUIRED: 'name',
  IDENTITY_NAME_INVALID: 'name',
  IDENTITY_NUMBER_REQUIRED: 'card_id',
  IDENTITY_NUMBER_INVALID: 'card_id',
}

const textOf = (form: FormData, name: string, maxLength: number): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim().slice(0, maxLength) : ''
}

/** The first file that was chosen; a browser sends an empty one for a field that was left alone. */
const fileOf = (form: FormData, name: string): File | null =>
  form.getAll(name).find((value): value is File => value instanceof File && value.size > 0) ?? null

const refused = (answer: IdentityAnswer, status: number) =>
  // The number travels back to the form it came from and stays in no cache.
  data(answer, { status, headers: { 'Cache-Control': 'no-store' } })

function wordsOf(error: BrokerError): Pick<IdentityAnswer, 'message' | 'messageKey'> {
  if (error.msg !== '') return { message: error.msg }
  return { message: '', messageKey: error.name === 'NETWORK_ERROR' ? 'public:connection.askAgain' : 'account:failed' }
}

function faultyFields({ name }: BrokerError, urls: Readonly<Record<Side, string>>): IdentityField[] {
  const field = FIELD_OF[name]
  if (field !== undefined) return [field]
  if (name !== 'IMAGE_REFERENCE_INVALID' && name !== 'IDENTITY_PHOTOS_REQUIRED') return []
  return SIDES.filter((side) => urls[side] === '')
}

export async function submitIdentity(context: SiteContext, request: Request) {
  await requireRealTrader(context)
  const form = await takeForm(request)
  const name = textOf(form, 'name', 128)
  const cardId = textOf(form, 'card_id', 64)
  const urls: Record<Side, string> = { front: textOf(form, 'front_pic', 512), reverse: textOf(form, 'reverse_pic', 512) }

  for (const side of SIDES) {
    const file = fileOf(form, side)
    if (file === null) continue
    const sent = await sendPicture(context, file)
    urls[side] = sent.ok ? sent.data.url : ''
    if (!sent.ok) {
      const words = wordsOf(sent.error)
      return refused({ ...words, fields: { [side]: words.message }, name, cardId, urls }, 422)
    }
  }

  const submitted = await context.broker.call(submitRealName, {
    name,
    card_id: cardId,
    front_pic: urls.front,
    reverse_pic: urls.reverse,
  })
  if (submitted.ok) {
    return redirectWithToast(paths.mine.auth(), { kind: 'success', textKey: 'account:identity.submitted' }, context)
  }
  const words = wordsOf(submitted.error)
  const areGone = submitted.error.name === 'IMAGE_REFERENCE_INVALID'
  const kept = areGone ? { front: '', reverse: '' } : urls
  const fields = Object.fromEntries(faultyFields(submitted.error, kept).map((field) => [field, words.message]))
  return refused({ ...words, fields, name, cardId, urls: kept }, submitted.error.name === 'NETWORK_ERROR' ? 503 : 422)
}
