/**
 * What people wrote to the company, at the desk: newest first, read, and marked as done with a note.
 *
 * Invariant: what was written never changes; it is done once, and the note says by what.
 */
import { z } from 'zod'
import { WordsScreen } from '../feedback'
import { FEEDBACK_KINDS } from '../form-bounds'
import { Id, Language, Milliseconds, Next, PAGE_ASKED, RowId } from '../primitives'
import { deskEndpoint } from './desk-endpoint'

export const FEEDBACK_STATUSES = ['open', 'done'] as const

export const DeskFeedbackHead = z.object({
  id: Id,
  reference: z.string(),
  kind: z.enum(FEEDBACK_KINDS),
  status: z.enum(FEEDBACK_STATUSES),
  excerpt: z.string().describe('The first 160 characters on one line'),
  trader_uid: z.string().describe('Empty for a visitor'),
  wording: z
    .object({
      words: z.string().describe('What is wrong, as the writer saw it'),
      language: Language,
      screen: z.string().describe('A path of the site; empty where it is not known'),
      key: z.string().describe('Of the text, as `wallet:title`; empty where it is not known'),
    })
    .nullable()
    .describe('Of a wording, whose text is what would be better; null in any other message'),
  has_picture: z.boolean(),
  created_at: Milliseconds,
})
export type DeskFeedbackHead = z.infer<typeof DeskFeedbackHead>

export const listFeedback = deskEndpoint({
  method: 'GET',
  path: 'feedback',
  access: 'feedback.read',
  input: {
    status: z.enum(FEEDBACK_STATUSES).optional(),
    kind: z.enum(FEEDBACK_KINDS).optional(),
    words_language: Language.optional().describe('Wordings in this language alone'),
    words_screen: WordsScreen.optional().describe('Wordings of this screen alone'),
    q: z.string().max(128).optional().describe('A reference, the number of an account or the key of a text, whole'),
    ...PAGE_ASKED,
  },
  output: z.object({ data: z.array(DeskFeedbackHead), total: z.number().int(), next: Next }),
  errors: [],
})

const DeskFeedback = DeskFeedbackHead.extend({
  text: z.string(),
  email: z.string().describe("Where the reply goes: the visitor's address or the account's; empty where there is none"),
  trader_id: z.string().describe('Empty for a visitor'),
  is_demo: z.boolean(),
  language: z.string().describe('In which it was written, as far as the site knows'),
  picture: z.string().nullable().describe('Reference for a minute; null where there is none or it is kept no longer'),
  note: z.string(),
  done_by: z.string(),
  done_at: Milliseconds.nullable(),
})

export const getFeedback = deskEndpoint({
  method: 'GET',
  path: 'feedback/item',
  access: 'feedback.read',
  input: { id: RowId },
  output: DeskFeedback,
  errors: ['NOT_FOUND'],
})

export const finishFeedback = deskEndpoint({
  method: 'POST',
  path: 'feedback/finish',
  access: 'feedback.finish',
  input: { id: RowId, note: z.string().max(2000) },
  output: z.object({ done_at: Milliseconds }),
  errors: ['DESK_REASON_REQUIRED', 'NOT_FOUND', 'DESK_ALREADY_DECIDED'],
})

export const FEEDBACK_CALLS = { listFeedback, getFeedback, finishFeedback }
