/**
 * Loading the feedback page and sending its form, with or without JavaScript. A trader's message goes with their session and may carry
 * a picture; a visitor's goes with the letters of a captcha. A refusal is the page again with what was typed and sent.
 */
import { redirect } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { sendFeedback, sendVisitorFeedback } from '../../../contract/feedback'
import { FEEDBACK_TEXT, MESSAGE_KINDS } from '../../../contract/form-bounds'
import { paths } from '../../addresses/paths'
import { type BrokerError, isUncertain } from '../../broker-client/broker.server'
import { longestOf, textOf } from '../../forms/form-text.server'
import { answerForm, fileOf, formKeyOf, newFormKey, onceBy, refusalOf } from '../../forms/keyed-form.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import { sendPicture } from '../../pictures/send-picture.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { loadCaptcha } from '../sign-in/captcha.server'
import type { FeedbackAnswer, FeedbackData, FeedbackField } from './feedback-data'

const FIELD_OF: Readonly<Record<string, FeedbackField>> = {
  FEEDBACK_TEXT_INVALID: 'text',
  FEEDBACK_EMAIL_INVALID: 'email',
  IMAGE_REFERENCE_INVALID: 'proof',
  CAPTCHA_WRONG: 'code',
}
/** A reference as any broker may make them. */
const REFERENCE = /^[\w-]{1,32}$/
/** Of something whose end is not known, as its panel names it. */
const SENT_REFERENCE = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/
/** Of the text more than it may have: the surplus is told, not cut off unseen. */
const LONGEST = { ...longestOf(sendFeedback), ...longestOf(sendVisitorFeedback) }

export async function loadFeedback(context: SiteContext, search: URLSearchParams): Promise<FeedbackData> {
  const [t, trader] = await Promise.all([fixedT(context), context.trader()])
  const sent = search.get('sent') ?? ''
  const isSent = REFERENCE.test(sent)
  return {
    title: t('user:feedback'),
    sent: isSent ? sent : null,
    isSignedIn: trader !== null,
    asksEmail: trader === null || trader.email === '',
    captcha: trader === null && !isSent ? await loadCaptcha(context) : null,
    formKey: newFormKey(),
    begins: beginningOf(search, t),
  }
}

/** What a message begins with that is about something whose end is not known; empty for any other. */
export function beginningOf(search: URLSearchParams, t: TFunction): string {
  const reference = search.get('reference') ?? ''
  return SENT_REFERENCE.test(reference) ? t('public:notKnown.serviceText', { reference }) : ''
}

type Typed = Pick<FeedbackAnswer, 'kind' | 'text' | 'email' | 'picture' | 'formKey'>

export async function submitFeedback(context: SiteContext, request: Request) {
  const [t, trader] = await Promise.all([fixedT(context), context.trader()])
  const form = await takeForm(request)
  const typed: Typed = {
    kind: MESSAGE_KINDS.find((kind) => kind === textOf(form, 'kind')) ?? null,
    // A browser sends line breaks as two characters and counts them as one.
    text: textOf(form, 'text').replace(/\r\n?/g, '\n').slice(0, LONGEST.text),
    email: textOf(form, 'email').trim().slice(0, LONGEST.email),
    picture: textOf(form, 'proofImg', LONGEST.picture),
    formKey: formKeyOf(form),
  }
  if (textOf(form, 'intent') === 'new-captcha')
    return answerForm<FeedbackAnswer>({ ...typed, problems: {}, message: '', refusal: null }, 200)
  const code = textOf(form, 'code').trim().slice(0, LONGEST.captcha)
  const length = typed.text.trim().length
  const problems: Partial<Record<FeedbackField, string>> = {
    ...(typed.kind === null && { kind: t('account:feedback.kindMissing') }),
    ...((length < FEEDBACK_TEXT.min || length > FEEDBACK_TEXT.max) && { text: t('account:feedback.textBounds', { ...FEEDBACK_TEXT }) }),
    ...(trader === null && code === '' && { code: t('auth:captcha.enter') }),
  }
  const file = fileOf(form, 'proof')
  // A picture that came with the form is kept first, so that another mistake does not cost it.
  const kept = await keepPicture(context, trader === null ? undefined : file, typed.picture)
  if (!kept.ok) return refusal({ ...typed, picture: '' }, kept.error, 'proof', problems)
  const whole: Typed = { ...typed, picture: kept.url }
  if (whole.kind === null || Object.keys(problems).length > 0)
    return answerForm<FeedbackAnswer>({ ...whole, problems, message: '', refusal: null }, 422)

  const once = { initial: true, ...onceBy(whole.formKey) }
  const { kind, text, email } = whole
  const sent =
    trader === null
      ? await context.broker
          .as(null)
          .call(sendVisitorFeedback, { kind, text, email, key: textOf(form, 'key', LONGEST.key), captcha: code }, once)
      : await context.broker.call(sendFeedback, { kind, text, email, picture: whole.picture }, once)
  if (sent.ok) return redirect(paths.feedback({ sent: sent.data.reference }))
  return refusal(whole, sent.error, FIELD_OF[sent.error.name], {})
}

type Kept = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly error: BrokerError }

async function keepPicture(context: SiteContext, file: File | undefined, url: string): Promise<Kept> {
  if (file === undefined) return { ok: true, url }
  const sent = await sendPicture(context, file)
  return sent.ok ? { ok: true, url: sent.data.url } : { ok: false, error: sent.error }
}

function refusal(typed: Typed, error: BrokerError, field: FeedbackField | undefined, others: FeedbackAnswer['problems']) {
  const { status, ...refused } = refusalOf(error, { formKey: typed.formKey, field, others })
  // Said at its field, and nowhere else.
  const message = field === undefined ? refused.message : ''
  const picture = field === 'proof' && !isUncertain(error) ? '' : typed.picture
  return answerForm<FeedbackAnswer>({ ...typed, ...refused, message, picture, refusal: error.name }, status)
}
