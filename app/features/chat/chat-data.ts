import type { FeedbackData } from '../feedback/feedback-data'

export interface ShownHours {
  readonly lines: readonly { readonly days: string; readonly times: string }[]
  /** Whose clock the times are read on. */
  readonly zone: string
  /** When the page was made. */
  readonly isOpen: boolean
  /** Day and time of the next opening or closing; null where it never changes. */
  readonly changes: string | null
}

export interface ChatData {
  readonly title: string
  /** Null where the company has no chat: the page is the company's own then. */
  readonly link: string | null
  /** The provider's page wants a window of its own. */
  readonly opensWindow: boolean
  /** What is to be said there about something whose end is not known: a frame cannot be filled in from here. Empty for nothing. */
  readonly about: string
  /** Null where the company states none. */
  readonly hours: ShownHours | null
  /** The form, on the company's own page. */
  readonly feedback: FeedbackData | null
}

/**
 * What the server saw of the provider's page. `silent`: nothing came. `refuses`: it may be in no frame of ours. `answers-frames`: it
 * can be framed, but tells browsers that no script may ask for it, so a browser's failed question about it means nothing.
 */
export type ChatVerdict = 'answers' | 'answers-frames' | 'refuses' | 'silent'
