/**
 * What people write to the company: kept as it was written, for the desk to read (broker/desk/feedback-handlers.ts).
 *
 * Invariants: a message is kept once, however often it is sent with the same key; a picture is a fresh upload of the writer's own and
 * works once; a visitor's captcha is used up by one try. Nothing that was written goes to a log or to the audit trail.
 */
import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { sendFeedback, sendVisitorFeedback } from '../../contract/feedback'
import { FEEDBACK_TEXT, WORDING_TEXT } from '../../contract/form-bounds'
import type { Language } from '../../contract/primitives'
import type { AuditActor } from '../audit-trail/audit-actions'
import { writeAudit } from '../audit-trail/write-audit'
import {
  done,
  forTrader,
  type Handler,
  inTransaction,
  type Outcome,
  type Preparing,
  refused,
  type SomeHandlers,
  withPreparation,
} from '../calls/handler'
import type { Tx } from '../db/open-database'
import { feedback, image } from '../db/schema'
import { referenceHashOf, spendReferences } from '../identity/image-references'
import { traderActor } from '../ledger/trade-unit'
import { answerCaptcha } from '../sign-in/captcha'
import type { UserServices } from '../sign-in/user-services'
import { emailRecipient } from '../traders/contact'

type FeedbackServices = Pick<UserServices, 'database' | 'keyedHash'>
type Visitor = typeof sendVisitorFeedback

export function feedbackHandlers(services: FeedbackServices) {
  return { sendFeedback: traderHandler, sendVisitorFeedback: visitorHandler(services) } satisfies SomeHandlers
}

const traderHandler: Handler<typeof sendFeedback> = forTrader(async ({ tx, tenant, trader, input, language, now }) => {
  const read = readMessage(input)
  if (!read.ok) return read
  const picture = input.picture ?? ''
  const pictureImageId = picture === '' ? null : await takePicture(tx, trader.id, picture, now)
  if (pictureImageId === undefined) return refused('IMAGE_REFERENCE_INVALID')
  const traderId = BigInt(trader.id)
  const written = { tenantId: tenant.id, ...read.data, language, traderId, pictureImageId, now }
  return done({ reference: await keep(tx, written, traderActor(traderId)) })
})

interface Message extends WrongWords {
  readonly kind: typeof feedback.$inferInsert.kind
  readonly text: string
  /** Empty for none. */
  readonly email: string
}

function visitorHandler(services: FeedbackServices): Handler<Visitor> {
  return withPreparation(
    async (call: Preparing<Visitor>) => done(await judge(services, call)),
    (judged: Outcome<Message>) =>
      inTransaction<Visitor>(async ({ tx, tenant, language, now }) => {
        if (!judged.ok) return judged
        const written = { ...judged.data, tenantId: tenant.id, language, traderId: null, pictureImageId: null, now }
        return done({ reference: await keep(tx, written, 'visitor') })
      }),
  )
}

/** Everything that can be wrong before the captcha, so that a mistake in the form does not use it up. */
async function judge(services: FeedbackServices, { tenant, input, now }: Preparing<Visitor>): Promise<Outcome<Message>> {
  const read = readMessage(input)
  if (!read.ok) return read
  // A company that takes no messages says so in the transaction; nothing may be used up for that.
  if (tenant.status !== 'live') return refused('CAPTCHA_WRONG')
  const isRight = await answerCaptcha(services, { tenantId: tenant.id, id: input.key, typed: input.captcha, now })
  return isRight ? read : refused('CAPTCHA_WRONG')
}

type Sent = Pick<Visitor['input']['_output'], 'kind' | 'text' | 'email' | 'words' | 'words_language' | 'words_screen' | 'words_key'>

function readMessage(input: Sent): Outcome<Message> {
  const bounds = input.kind === 'wording' ? WORDING_TEXT : FEEDBACK_TEXT
  const about = readWords(input)
  if (!about.ok) return about
  const text = readText(input.text, bounds)
  if (text === undefined) return refused('FEEDBACK_TEXT_INVALID', { min: String(bounds.min), max: String(bounds.max) })
  const typed = (input.email ?? '').trim()
  const email = typed === '' ? '' : emailRecipient(typed)?.to
  return email === undefined ? refused('FEEDBACK_EMAIL_INVALID') : done({ kind: input.kind, ...about.data, text, email })
}

/** What a message says about a wrong word; all null in one that is about something else. */
type WrongWords = Pick<typeof feedback.$inferSelect, 'words' | 'wordsLanguage' | 'wordsScreen' | 'wordsKey'>
const NO_WORDS: WrongWords = { words: null, wordsLanguage: null, wordsScreen: null, wordsKey: null }

function readWords({ kind, words, words_language: language, words_screen: screen, words_key: key }: Sent): Outcome<WrongWords> {
  if (kind !== 'wording') return done(NO_WORDS)
  const wrong = readText(words ?? '', WORDING_TEXT)
  if (wrong === undefined) return refused('PARAMETER_INVALID', { parameter: 'words' })
  if (language === undefined) return refused('PARAMETER_INVALID', { parameter: 'words_language' })
  return done({ words: wrong, wordsLanguage: language, wordsScreen: screen || null, wordsKey: key || null })
}

/** The text without what nobody can see; undefined when it is too short or too long. */
function readText(given: string, { min, max }: { readonly min: number; readonly max: number }): string | undefined {
  const text = given
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  return text.length >= min && text.length <= max ? text : undefined
}

/** Uses the picture's address up; undefined where it is not a fresh one of the trader. */
async function takePicture(tx: Tx, traderId: string, address: string, now: number): Promise<bigint | undefined> {
  const hash = referenceHashOf(address)
  const [id] = (hash === undefined ? undefined : await spendReferences(tx, traderId, [hash], now)) ?? []
  if (id === undefined) return undefined
  const [taken] = await tx
    .update(image)
    .set({ usedFor: 'feedback' })
    .where(and(eq(image.id, id), isNull(image.deletedAt), isNull(image.usedFor)))
    .returning({ id: image.id })
  return taken?.id
}

interface Written extends Message {
  readonly tenantId: string
  readonly language: Language
  readonly traderId: bigint | null
  readonly pictureImageId: bigint | null
  readonly now: number
}

async function keep(tx: Tx, { now, ...written }: Written, actor: AuditActor): Promise<string> {
  const [row] = await tx
    .insert(feedback)
    .values({ ...written, reference: newReference(), status: 'open', createdAt: now })
    .returning({ id: feedback.id, reference: feedback.reference })
  if (row === undefined) throw new Error('an insert returns its row')
  const { tenantId, kind, pictureImageId } = written
  const detail = { kind, picture: pictureImageId === null ? 'no' : 'yes' }
  const object = `feedback:${row.id}`
  await writeAudit(tx, { tenantId, actor, action: 'feedback.sent', object, detail, now })
  return row.reference
}

/** Without characters that are mistaken for each other: somebody reads it out on the phone. */
const REFERENCE_LETTERS = 'ACDEFHJKMNPRTVWXY34679'
const HALF = 4

/** Drawn by chance, so that it does not tell how many write. */
function newReference(): string {
  const half = () => Array.from({ length: HALF }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)]).join('')
  return `${half()}-${half()}`
}
