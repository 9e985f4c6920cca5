/**
 * What people write to the company: an idea, a problem, a complaint. Two calls, because what protects them from abuse differs: somebody
 * who is signed in is known, has a budget of his own and may add a picture; a visitor copies the letters of a captcha. Both may leave an
 * address for the reply.
 *
 * Not here: how the desk reads and answers it (contract/desk/feedback.ts).
 */
import { z } from 'zod'
import { endpoint } from './endpoint'

export const FEEDBACK_KINDS = ['idea', 'problem', 'complaint', 'other'] as const
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]

/** Characters of the text, without the white space around it; a line break is one. */
export const FEEDBACK_TEXT = { min: 10, max: 2000 } as const

const Message = {
  kind: z.enum(FEEDBACK_KINDS),
  text: z.string().max(8000).describe(`${FEEDBACK_TEXT.min} to ${FEEDBACK_TEXT.max} characters, several lines allowed`),
}
const ReplyEmail = z.string().max(254).optional().describe("Where the reply goes; empty for none, or for the account's own address")
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
    captcha: z.string().max(16),
  }),
  output: Taken,
  errors: ['FEEDBACK_TEXT_INVALID', 'FEEDBACK_EMAIL_INVALID', 'CAPTCHA_WRONG'],
})
