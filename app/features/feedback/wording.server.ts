/**
 * Loading the page about a wrong word and sending its form, with or without JavaScript. It goes the way of any message to the company
 * (feedback.server.ts); which text is meant is found here, where all texts of all languages are.
 */
import { redirect } from '@remix-run/node'
import { sendFeedback, sendVisitorFeedback } from '../../../contract/feedback'
import { WORDING_TEXT } from '../../../contract/form-bounds'
import { paths } from '../../addresses/paths'
import { pagePath } from '../../addresses/route-access'
import type { BrokerError } from '../../broker-client/broker.server'
import { longestOf, textOf } from '../../forms/form-text.server'
import { answerForm, formKeyOf, newFormKey, onceBy, refusalOf } from '../../forms/keyed-form.server'
import { takeForm } from '../../forms/take-form.server'
import { findTextKey, textsInGroups } from '../../language/find-text.server'
import { fixedT, localeResource } from '../../language/i18n.server'
import { isLanguage, type Language } from '../../language/language'
import { groupsOfScreen, screenOf } from '../../page/screens'
import type { SiteContext } from '../../visitor/load-context.server'
import { requireTenant } from '../../visitor/require-tenant.server'
import { loadCaptcha } from '../sign-in/captcha.server'
import type { WordingAnswer, WordingData, WordingField } from './wording-data'

const FIELD_OF: Readonly<Record<string, WordingField>> = {
  FEEDBACK_TEXT_INVALID: 'text',
  FEEDBACK_EMAIL_INVALID: 'email',
  CAPTCHA_WRONG: 'code',
}
const LONGEST = { ...longestOf(sendFeedback), ...longestOf(sendVisitorFeedback) }
/** Pages that lead here: nobody comes from them because of a word of theirs. */
const LEADS_HERE: ReadonlySet<string> = new Set([paths.language(), paths.feedback(), paths.wording()])

export async function loadWording(context: SiteContext, request: Request): Promise<WordingData> {
  const { languages } = requireTenant(context)
  const search = new URL(request.url).searchParams
  const [t, trader] = await Promise.all([fixedT(context), context.trader()])
  const asked = search.get('screen')
  const screen = (asked === null ? cameFrom(request) : screenOf(pagePath(asked))) ?? ''
  const language = offeredOr(languages, search.get('language'), context.language)
  // The words of every page are many, and seldom what is meant: only a screen that has few of its own offers them.
  const groups = groupsOfScreen(screen).filter((group, _index, all) => group !== 'public' || all.length === 1)
  return {
    title: t('account:wording.title'),
    isSignedIn: trader !== null,
    asksEmail: trader === null || trader.email === '',
    captcha: trader === null ? await loadCaptcha(context) : null,
    formKey: newFormKey(),
    screen,
    language,
    texts: textsInGroups(localeResource(language, context.tenant).texts, groups),
  }
}

/** The screen of our own from which the reader came; null where the browser does not tell. */
export function cameFrom(request: Request): string | null {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return null
  const { host, pathname } = new URL(referer)
  if (host !== (request.headers.get('host') ?? new URL(request.url).host)) return null
  const path = pagePath(pathname)
  return LEADS_HERE.has(path) ? null : screenOf(path)
}

const offeredOr = (offered: readonly Language[], named: string | null, own: Language): Language =>
  isLanguage(named) && offered.includes(named) ? named : own

type Typed = Pick<WordingAnswer, 'screen' | 'language' | 'words' | 'text' | 'email' | 'formKey'>

export async function submitWording(context: SiteContext, request: Request) {
  const { languages } = requireTenant(context)
  const [t, trader] = await Promise.all([fixedT(context), context.trader()])
  const form = await takeForm(request)
  const typed: Typed = {
    screen: screenOf(pagePath(textOf(form, 'screen', LONGEST.words_screen))) ?? '',
    language: offeredOr(languages, textOf(form, 'language'), context.language),
    words: textOf(form, 'words', LONGEST.words),
    text: textOf(form, 'text').replace(/\r\n?/g, '\n').slice(0, LONGEST.text),
    email: textOf(form, 'email').trim().slice(0, LONGEST.email),
    formKey: formKeyOf(form),
  }
  if (textOf(form, 'intent') === 'new-captcha')
    return answerForm<WordingAnswer>({ ...typed, problems: {}, message: '', refusal: null }, 200)
  const code = textOf(form, 'code').trim().slice(0, LONGEST.captcha)
  const problems: Partial<Record<WordingField, string>> = {
    ...(!isWithin(typed.words) && { words: t('account:wording.wordsMissing', { max: WORDING_TEXT.max }) }),
    ...(!isWithin(typed.text) && { text: t('account:wording.betterMissing', { max: WORDING_TEXT.max }) }),
    ...(trader === null && code === '' && { code: t('auth:captcha.enter') }),
  }
  if (Object.keys(problems).length > 0) return answerForm<WordingAnswer>({ ...typed, problems, message: '', refusal: null }, 422)

  const once = { initial: true, ...onceBy(typed.formKey) }
  const { text, email } = typed
  const texts = localeResource(typed.language, context.tenant).texts
  const message = {
    kind: 'wording' as const,
    text,
    email,
    words: typed.words,
    words_language: typed.language,
    words_screen: typed.screen,
    words_key: findTextKey(texts, groupsOfScreen(typed.screen), typed.words) ?? '',
  }
  const sent =
    trader === null
      ? await context.broker.as(null).call(sendVisitorFeedback, { ...message, key: textOf(form, 'key', LONGEST.key), captcha: code }, once)
      : await context.broker.call(sendFeedback, message, once)
  if (sent.ok) return redirect(paths.feedback({ sent: sent.data.reference }))
  return refusal(typed, sent.error)
}

function isWithin(text: string): boolean {
  const { length } = text.trim()
  return length >= WORDING_TEXT.min && length <= WORDING_TEXT.max
}

function refusal(typed: Typed, error: BrokerError) {
  const field = FIELD_OF[error.name]
  const { status, ...refused } = refusalOf(error, { formKey: typed.formKey, field })
  // Said at its field, and nowhere else.
  const message = field === undefined ? refused.message : ''
  return answerForm<WordingAnswer>({ ...typed, ...refused, message, refusal: error.name }, status)
}
