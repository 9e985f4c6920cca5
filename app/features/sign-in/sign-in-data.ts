/**
 * What the five forms of the sign-in room (log in, second step, register, forgotten and changed password) are given, and the one
 * shape in which they are answered. Passwords and codes never travel back to a page.
 */
import type { InstrumentLine } from '../../terms/instrument'
import type { DrawnInstrument } from '../market/drawn-instrument'

export type AccountKind = 'email' | 'mobile'

export interface AreaChoice {
  readonly id: string
  /** ISO 3166 alpha-2. */
  readonly country: string
  /** In the visitor's language; made on the server, because browsers name regions differently. */
  readonly name: string
  /** The English name, where the language has another: people search by it too. */
  readonly alias: string
  /** Calling code, digits. */
  readonly globalCode: string
}

export interface Areas {
  readonly list: readonly AreaChoice[]
  /** The one that is chosen when nobody chose; empty where the list is. */
  readonly usual: string
}

export interface Captcha {
  readonly id: string
  /** A data URL. */
  readonly image: string
}

export type BoardRow = InstrumentLine & Pick<DrawnInstrument, 'sparkDrawing'>

/** Names of the fields; the same ones in every form. */
export type FieldName =
  | 'account'
  | 'area_id'
  | 'code'
  | 'password'
  | 're_password'
  | 'old_password'
  | 'mobile_area_id'
  | 'mobile'
  | 'invite_code'
  | 'without_invite'
  | 'consent'
export type FormValues = Readonly<Partial<Record<FieldName, string>>>

/** What a submit button of a form asks for; the form itself when it says nothing. */
export type Intent = 'submit' | 'send-code' | 'use-code' | 'new-captcha'

/** A code is on its way to the target; the next one may be sent at `until`. */
export interface SentCode {
  readonly target: string
  /** Unix ms of the server; names this sending. */
  readonly until: number
  readonly secondsLeft: number
}

export interface FormAnswer {
  /** What was typed, without secrets. */
  readonly values: FormValues
  /** What is wrong, by field, in the visitor's language. */
  readonly problems: Readonly<Partial<Record<FieldName, string>>>
  /** What belongs to no field. */
  readonly message: string
  /** Name of the broker's error, for what a page does besides showing it; null when the page itself found the form incomplete. */
  readonly refusal: string | null
  readonly sent: SentCode | null
  /** True in the answer to the sending itself. */
  readonly isJustSent: boolean
  /** A sent code takes the place of the image. */
  readonly usesCode: boolean
}

export const EMPTY_ANSWER: FormAnswer = {
  values: {},
  problems: {},
  message: '',
  refusal: null,
  sent: null,
  isJustSent: false,
  usesCode: false,
}

/** Names where a code goes: two of them are the same person to us only when the words are the same. */
export function targetOf(kind: AccountKind, account: string, areaId: string): string {
  const typed = account.trim()
  return kind === 'mobile' ? `${areaId} ${typed}` : typed
}

export interface LoginData {
  readonly title: string
  readonly kind: AccountKind
  readonly from: string | null
  readonly areas: Areas
  readonly values: FormValues
  readonly demoBalance: string | null
  /** This browser has had a demo account before. */
  readonly hasDemo: boolean
  readonly board: readonly BoardRow[]
}

export interface LoginCodeData {
  readonly title: string
  readonly from: string | null
  /** A recovery code is asked for instead of the authenticator's. */
  readonly isRecovery: boolean
  readonly board: readonly BoardRow[]
}

export type MobileField = 'none' | 'area-and-number' | 'number'

export interface RegisterData {
  readonly title: string
  readonly kind: AccountKind
  readonly from: string | null
  readonly areas: Areas
  readonly mobileField: MobileField
  readonly verify: 'code' | 'captcha'
  /** Null where a code is sent, or when the broker gave none. */
  readonly captcha: Captcha | null
  readonly inviteCode: string
  readonly values: FormValues
  readonly sent: SentCode | null
  readonly board: readonly BoardRow[]
}

export interface ForgotData {
  readonly title: string
  readonly kind: AccountKind
  readonly areas: Areas
  readonly values: FormValues
  readonly sent: SentCode | null
  readonly board: readonly BoardRow[]
}

export interface PasswordData {
  readonly title: string
  readonly kind: AccountKind
  /** Where the code goes, masked; empty for an account without an address. */
  readonly maskedTarget: string
  readonly sent: SentCode | null
}
