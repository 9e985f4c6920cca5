/**
 * A form that moves something: it carries a key, so that a repetition is the same act, and comes back with what was typed when it is
 * refused. Works without scripts.
 */
import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import { type BrokerError, isUncertain } from '../broker-client/broker.server'
import { textOf } from './form-text.server'
import type { KeyedAnswer } from './keyed-answer'

/** The key of a form that is filled in anew. */
export const newFormKey = (): string => randomUUID()

/** The key that came with a form; '' for none. */
export const formKeyOf = (form: FormData): string => textOf(form, 'form_key', 64)

/** The options of a call that is to be carried out once, however often its form is sent. */
export const onceBy = (formKey: string): { readonly idempotencyKey?: string } => (formKey === '' ? {} : { idempotencyKey: formKey })

/** The first file that was chosen for a field; a browser sends an empty one for a field that was left alone. */
export const fileOf = (form: FormData, name: string): File | undefined =>
  form.getAll(name).find((value): value is File => value instanceof File && value.size > 0)

interface Refusal<Field extends string> extends KeyedAnswer<Field> {
  readonly status: number
}

interface RefusedForm<Field extends string> {
  readonly formKey: string
  /** The field that the error is about. */
  readonly field?: Field | undefined
  /** What is wrong besides. */
  readonly others?: KeyedAnswer<Field>['problems']
  /** Text key for a refusal without words. */
  readonly failedKey?: string
}

/** What a broker's refusal says to the form. Where nobody knows whether it was carried out, only the same key may be sent again. */
export function refusalOf<Field extends string>(error: BrokerError, form: RefusedForm<Field>): Refusal<Field> {
  const { formKey, field, failedKey = 'account:failed' } = form
  const problems: Partial<Record<Field, string>> = { ...form.others }
  if (isUncertain(error)) return { problems, message: '', messageKey: 'public:connection.askAgain', formKey, status: 503 }
  const told = { problems, message: error.msg, formKey: newFormKey(), status: error.name === 'TOO_MANY_REQUESTS' ? 429 : 422 }
  if (error.msg === '') return { ...told, messageKey: failedKey }
  if (field !== undefined) problems[field] = error.msg
  return told
}

/** The answer to a form, for this page alone: it stays in no cache. */
export function answerForm<Answer>(answer: Answer, status: number, headers: HeadersInit = {}) {
  const all = new Headers(headers)
  all.set('Cache-Control', 'no-store')
  return data(answer, { status, headers: all })
}
