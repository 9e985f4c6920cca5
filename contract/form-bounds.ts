/**
 * What a person may type into a form, for schemas and for screens: constants without a schema. The schemas are made of them, so that a
 * field takes what its call takes. What an amount of money may be is typed-money.ts.
 */

/** The longest text of each field, in UTF-16 units as browsers count them. */
export const LONGEST = {
  /** A mail address, or a number with its area. */
  account: 254,
  password: 256,
  /** A code that was mailed or texted, or the letters of an image. */
  sentCode: 16,
  /** A code of the authenticator or a recovery code, with spaces and dashes. */
  twoStepCode: 32,
  mobile: 32,
  inviteCode: 32,
  replyEmail: 254,
  rankingName: 24,
  realName: 128,
  documentNumber: 64,
  withdrawalMemo: 256,
  operatorName: 64,
  operatorCode: 16,
  payout: { dc_address: 256, payee_name: 128, payee_account: 64, bank_name: 128, bank_swift: 32, bank_address: 256 },
} as const

/**
 * What no text may hold that is shown as it was written: control characters, private ones, and all formatting marks but the joiners that
 * Persian, Hindi and joined emoji are written with.
 */
export const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u

/** What somebody may choose when they write to the company. */
export const MESSAGE_KINDS = ['idea', 'problem', 'complaint', 'other'] as const
/** And `wording`, a wrong word of the site, which has a form of its own. */
export const FEEDBACK_KINDS = [...MESSAGE_KINDS, 'wording'] as const
/** Characters of the text, without the white space around it; a line break is one. */
export const FEEDBACK_TEXT = { min: 10, max: 2000 } as const
/** What a trader says is wrong with a fill, and where a challenge stands; `asked`: the trader was asked something, and the time stands still. */
export const CHALLENGE_REASONS = ['not_there', 'worse', 'should_not'] as const
export const CHALLENGE_STATES = ['open', 'asked', 'stands', 'corrected', 'withdrawn'] as const
/** What a trader says of a fill that is challenged, in characters; nothing has to be said. */
export const CHALLENGE_WORDS = 1000
/**
 * Watchlists of a person, instruments of a list, characters of its name, and what may be shown beside the price. The order of the columns is
 * that in which they are offered.
 */
export const WATCHLISTS = { lists: 20, instruments: 50, name: 40 } as const
export const WATCHLIST_COLUMNS = ['change', 'spread', 'range', 'day', 'position'] as const
/** Price alerts of a trader that wait or are paused; and how far one by percent may be from the present price, in percent. */
export const ALERT_LIMIT = 50
export const ALERT_PERCENT = { min: '0.01', maxAbove: '1000', maxBelow: '99' } as const
/** A wrong word, and what would be better: one word may be all there is to say. Counted as the text above. */
export const WORDING_TEXT = { min: 1, max: 600 } as const
