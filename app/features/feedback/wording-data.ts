/** What the page about a wrong word is given, and how its form comes back when it was refused. */
import type { KeyedAnswer } from '../../forms/keyed-answer'
import type { Language } from '../../language/language'
import type { Captcha } from '../sign-in/sign-in-data'

export interface WordingData {
  readonly title: string
  readonly isSignedIn: boolean
  readonly asksEmail: boolean
  /** A visitor copies its letters; null for traders, and where the broker gave none. */
  readonly captcha: Captcha | null
  /** Names this filled-in form, so that sending it twice is one message. */
  readonly formKey: string
  /** Path of the screen that it is about; empty for another place. */
  readonly screen: string
  readonly language: Language
  /** Texts of the screen in that language, to choose from. */
  readonly texts: readonly string[]
}

export type WordingField = 'words' | 'text' | 'email' | 'code'

export interface WordingAnswer extends KeyedAnswer<WordingField> {
  readonly screen: string
  readonly language: Language
  readonly words: string
  readonly text: string
  readonly email: string
  /** Name of the broker's error; null when the page itself found the form incomplete. */
  readonly refusal: string | null
}
