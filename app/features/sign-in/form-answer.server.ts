/** How a form of the sign-in room is read, and how a refusal becomes the answer that the page shows. */
import type { TFunction } from 'i18next'
import type { ErrorName } from '../../../contract/errors'
import { loginTwoStep } from '../../../contract/two-step'
import { changePassword, register } from '../../../contract/users'
import type { BrokerError } from '../../broker-client/broker.server'
import { brokerErrorToast } from '../../broker-client/broker-error'
import { longestOf, textOf } from '../../forms/form-text.server'
import { answerForm } from '../../forms/keyed-form.server'
import { type AccountKind, EMPTY_ANSWER, type FieldName, type FormAnswer, type FormValues, type Intent } from './sign-in-data'

const opening = longestOf(register)
/** The longest text a field may bring, as the calls of these forms have it; longer ones are cut, as the broker would refuse them. */
const LONGEST = {
  account: opening.account,
  area_id: opening.area_id,
  code: longestOf(loginTwoStep).code,
  password: opening.password,
  re_password: opening.re_password,
  old_password: longestOf(changePassword).old_password,
  mobile_area_id: opening.area_id,
  mobile: opening.mobile,
  invite_code: opening.invite_code,
  without_invite: 1,
  consent: 1,
} satisfies Record<FieldName, number | undefined>
const SECRETS: ReadonlySet<FieldName> = new Set(['code', 'password', 're_password', 'old_password'])
const INTENTS: readonly Intent[] = ['submit', 'send-code', 'use-code', 'new-captcha']

/** A field as it was typed; only secrets keep the spaces at their ends. */
export function fieldOf(form: FormData, name: FieldName): string {
  const typed = textOf(form, name)
  const isPassword = SECRETS.has(name) && name !== 'code'
  return (isPassword ? typed : typed.trim()).slice(0, LONGEST[name])
}

/** The code that was sent, or the letters of an image: shorter than one of an authenticator, which has the same name. */
export const sentCodeOf = (form: FormData): string => fieldOf(form, 'code').slice(0, opening.sms_code)

/** What may be shown again after the form was sent. */
export function valuesOf(form: FormData): FormValues {
  const names = (Object.keys(LONGEST) as FieldName[]).filter((name) => form.has(name) && !SECRETS.has(name))
  return Object.fromEntries(names.map((name) => [name, fieldOf(form, name)]))
}

export const kindOf = (text: string | null): AccountKind => (text === 'mobile' ? 'mobile' : 'email')

export function intentOf(form: FormData): Intent {
  const said = textOf(form, 'intent')
  return INTENTS.find((intent) => intent === said) ?? 'submit'
}

/** The field to which an error of the broker belongs; the others are told as a message. */
const FIELD_OF_ERROR: Readonly<Partial<Record<ErrorName, FieldName>>> = {
  ACCOUNT_REQUIRED: 'account',
  ACCOUNT_INVALID: 'account',
  AREA_UNKNOWN: 'area_id',
  COUNTRY_REFUSED: 'area_id',
  MOBILE_REQUIRED: 'mobile',
  MOBILE_INVALID: 'mobile',
  INVITE_CODE_UNKNOWN: 'invite_code',
  PASSWORD_REQUIRED: 'password',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_COMMON: 'password',
  PASSWORD_MISMATCH: 're_password',
  OLD_PASSWORD_WRONG: 'old_password',
  CODE_REQUIRED: 'code',
  CODE_WRONG: 'code',
  CODE_TOO_SOON: 'code',
  CAPTCHA_WRONG: 'code',
  TWO_STEP_CODE_REQUIRED: 'code',
  TWO_STEP_CODE_WRONG: 'code',
}

export type AnswerParts = Partial<FormAnswer>

/** The broker's refusal in its own words, at the field where it belongs. */
export function signInRefusal(error: BrokerError, t: TFunction): AnswerParts {
  if (error.name === 'TOO_MANY_REQUESTS') return { refusal: error.name, message: t('auth:tooManyTries') }
  const field = FIELD_OF_ERROR[error.name as ErrorName]
  if (field !== undefined && error.msg !== '') return { refusal: error.name, problems: { [field]: error.msg } }
  const { text, textKey = 'public:unknownError', values = {} } = brokerErrorToast(error)
  return { refusal: error.name, message: text ?? t(textKey, values) }
}

/** What is missing in a form, as text keys by field; null when nothing is. */
export function missingFields(form: FormData, required: Partial<Record<FieldName, string>>, t: TFunction): AnswerParts | null {
  const missing = Object.entries(required).filter(([name]) => fieldOf(form, name as FieldName) === '')
  return missing.length === 0 ? null : { problems: Object.fromEntries(missing.map(([name, key]) => [name, t(key)])) }
}

const STATUS_OF_REFUSAL: Readonly<Record<string, number>> = { TOO_MANY_REQUESTS: 429, NETWORK_ERROR: 503, ANSWER_UNREADABLE: 503 }

/** The answer to a form that goes on; 422 when something is wrong with it, so that nothing else of the page is read anew. */
export function answerSignIn(parts: AnswerParts, headers: HeadersInit = {}) {
  const answer: FormAnswer = { ...EMPTY_ANSWER, ...parts }
  const isWrong = answer.refusal !== null || answer.message !== '' || Object.keys(answer.problems).length > 0
  const status = isWrong ? (STATUS_OF_REFUSAL[answer.refusal ?? ''] ?? 422) : 200
  return answerForm(answer, status, headers)
}

export const accountRequired = (kind: AccountKind): string => (kind === 'mobile' ? 'auth:enterPhone' : 'auth:enterEmail')
