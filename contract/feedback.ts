/**
 * What people write to the company: an idea, a problem, a complaint. Two calls, because what protects them from abuse differs: somebody
 * who is signed in is known, has their own budget and may add a picture; a visitor copies the letters of a captcha. Both may leave an
 * address for the reply.
 *
 * Invariant: a message of the kind `wording` names the language and the words it is about; its text is what would be better. Any other
 * message names none of them.
 *
 * Not here: how the desk reads and answers it (contract/desk/feedback.ts).
 */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { FEEDBACK_KINDS, FEEDBACK_TEXT, LONGEST, WORDING_TEXT } from './form-bounds'
import { Language } from './primitives'

export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]

/** A path of the site, without a query. */
export const WordsScreen = z
  .string()
  .max(64)
  .regex(/^\/[a-z\d/-]*$/)
/** Group and key of a text. */
const WordsKey = z
  .string()
  .max(128)
  .regex(/^[a-z]+:[\w.-]+$/)

const Message = {
  kind: z.enum(FEEDBACK_KINDS),
  text: z
    .string()
    .max(8000)
    .describe(
      `${FEEDBACK_TEXT.min} to ${FEEDBACK_TEXT.max} characters, several lines allowed; of a wording ${WORDING_TEXT.min} to ${WORDING_TEXT.max}: what would be better`,
    ),
  words: z.string().max(2400).optional().describe('Of a wording: what is wrong, as the screen shows it'),
  words_language: Language.optional().describe('Of a wording: the language that it is in'),
  words_screen: WordsScreen.or(z.literal('')).optional().describe('Of a wording: the path of the screen; empty where it is not known'),
  words_key: WordsKey.or(z.literal('')).optional().describe('Of a wording: the text’s key, as `wallet:title`; empty where it is not known'),
}
const ReplyEmail = z
  .string()
  .max(LONGEST.replyEmail)
  .optional()
  .describe("Where the reply goes; empty for none, or for the account's own address")
const Taken = z.object({ reference: z.string().describe('What the writer is told, and what the desk finds it by') })

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/feedback/send',
  actor: 'session',
  changesState: true,
  input: z.object({
    ...Message,
    email: ReplyEmail,
    picture: z.string().max(512).optional().describe("An upload's address, good for one use; empty for none"),
  }),
  output: Taken,
  errors: ['FEEDBACK_TEXT_INVALID', 'FEEDBACK_EMAIL_INVALID', 'IMAGE_REFERENCE_INVALID'],
})

export const sendVisitorFeedback = endpoint({
  method: 'POST',
  path: '/api/feedback/send_visitor',
  actor: 'anonymous',
  changesState: true,
  input: z.object({
    ...Message,
    email: ReplyEmail,
    key: z.string().max(128).describe('Id of the captcha'),
    captcha: z.string().max(LONGEST.sentCode),
  }),
  output: Taken,
  errors: ['FEEDBACK_TEXT_INVALID', 'FEEDBACK_EMAIL_INVALID', 'CAPTCHA_WRONG'],
})
