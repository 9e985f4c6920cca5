/** What the feedback page is given, and how a form that was refused comes back: everything typed, and what is wrong. */

import type { FeedbackKind } from '../../../contract/feedback'
import type { KeyedAnswer } from '../../forms/keyed-answer'
import type { Captcha } from '../sign-in/sign-in-data'

export interface FeedbackData {
  readonly title: string
  /** Reference of the message that was just sent; null while the form is shown. */
  readonly sent: string | null
  readonly isSignedIn: boolean
  /** Nobody knows where to reply to: a visitor, or an account without an address. */
  readonly asksEmail: boolean
  /** A visitor copies its letters; null for traders, and where the broker gave none. */
  readonly captcha: Captcha | null
  /** Names this filled-in form, so that sending it twice is one message. */
  readonly formKey: string
  /** What the message begins with; empty for nothing. */
  readonly begins: string
}

export type FeedbackField = 'kind' | 'text' | 'email' | 'proof' | 'code'

export interface FeedbackAnswer extends KeyedAnswer<FeedbackField> {
  readonly kind: FeedbackKind | null
  readonly text: string
  readonly email: string
  /** Address of a picture that is at the broker already; empty for none. */
  readonly picture: string
  /** Name of the broker's error; null when the page itself found the form incomplete. */
  readonly refusal: string | null
}
