/**
 * What people write to the company: an idea, a problem, a complaint. Two calls, because what protects them from abuse differs: somebody
 * who is signed in is known, has their own budget and may add a picture; a visitor copies the letters of a captcha. Both may leave an
 * address for the reply.
 *
 * Not here: how the desk reads and answers it (contract/desk/feedback.ts).
 */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { FEEDBACK_KINDS, FEEDBACK_TEXT, LONGEST } from './form-bounds'

export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]

const Message = {
  kind: z.enum(FEEDBACK_KINDS),
  text: z.string().max(8000).describe(`${FEEDBACK_TEXT.min} to ${FEEDBACK_TEXT.max} characters, several lines allowed`),
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
