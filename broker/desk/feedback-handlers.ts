/**
 * What people wrote, at the desk: the list, one message with its picture, and that it is done.
 *
 * Invariants: a message is done once, whatever races: its row is held first. The whole address for the reply is told to whoever
 * answers; who only reads sees whose host it is at.
 */
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { DeskFeedbackHead, finishFeedback, getFeedback, listFeedback } from '../../contract/desk/feedback'
import { badCursor, done, refused } from '../calls/handler'
import { countRows, readKeys, rowsOf } from '../db/read-page'
import { feedback, trader } from '../db/schema'
import type { KeyedHash } from '../secrets/keyed-hash'
import { type DeskHandler, operatorActor, type SomeDeskHandlers } from './desk-handler'
import { pictureRef } from './desk-pictures'
import { maskedEmail } from './people-lookup'
import { recordDeskEvent } from './record-desk-event'
import { decider, readReason } from './review-reason'

type FeedbackRow = typeof feedback.$inferSelect

const EXCERPT = 160
const objectOf = (id: bigint) => `feedback:${id}`
const isWriter = and(eq(trader.tenantId, feedback.tenantId), eq(trader.id, feedback.traderId))

export function feedbackHandlers({ keyedHash }: { readonly keyedHash: KeyedHash }) {
  return { listFeedback: listHandler, getFeedback: itemHandler(keyedHash), finishFeedback: finishHandler } satisfies SomeDeskHandlers
}

const listHandler: DeskHandler<typeof listFeedback> = async ({ tx, tenant, input }) => {
  const { status, kind, words_language: language, words_screen: screen, q = '' } = input
  const wanted: (SQL | undefined)[] = [
    eq(feedback.tenantId, tenant.id),
    status === undefined ? undefined : eq(feedback.status, status),
    kind === undefined ? undefined : eq(feedback.kind, kind),
    language === undefined ? undefined : eq(feedback.wordsLanguage, language),
    screen === undefined ? undefined : eq(feedback.wordsScreen, screen),
    q.trim() === ''
      ? undefined
      : or(eq(feedback.reference, q.trim().toUpperCase()), eq(trader.uid, q.trim()), eq(feedback.wordsKey, q.trim())),
  ]
  // The writers only where they are searched for: to count them all would be to look each of them up.
  const from = q.trim() === '' ? sql`${feedback}` : sql`${feedback} left join ${trader} on ${isWriter}`
  const question = { list: 'feedback', from, where: and(...wanted), by: [feedback.id] }
  const keys = await readKeys(tx, question, input)
  if (keys === undefined) return badCursor()
  const rows = await rowsOf(tx, feedback, keys.ids)
  const writers = await rowsOf(tx, trader, [...new Set(rows.flatMap(({ traderId }) => traderId ?? []))])
  const uids = new Map(writers.map(({ id, uid }) => [id, uid]))
  return done({
    data: rows.map((row) => headOf(row, row.traderId === null ? null : (uids.get(row.traderId) ?? null))),
    total: await countRows(tx, question),
    next: keys.next,
  })
}

function headOf(row: FeedbackRow, uid: string | null): DeskFeedbackHead {
  return {
    id: row.id.toString(),
    reference: row.reference,
    kind: row.kind,
    status: row.status,
    // By characters: half of an emoji is none.
    excerpt: [...row.text.replace(/\s+/g, ' ')].slice(0, EXCERPT).join(''),
    trader_uid: uid ?? '',
    wording: wordingOf(row),
    has_picture: row.pictureImageId !== null,
    created_at: row.createdAt,
  }
}

function wordingOf({ words, wordsLanguage, wordsScreen, wordsKey }: FeedbackRow): DeskFeedbackHead['wording'] {
  if (words === null || wordsLanguage === null) return null
  return { words, language: wordsLanguage, screen: wordsScreen ?? '', key: wordsKey ?? '' }
}

function itemHandler(keyedHash: KeyedHash): DeskHandler<typeof getFeedback> {
  return async (call) => {
    const { tx, tenant, operator, input } = call
    const [found] = await tx
      .select({ row: feedback, writer: trader })
      .from(feedback)
      .leftJoin(trader, isWriter)
      .where(and(eq(feedback.tenantId, tenant.id), eq(feedback.id, BigInt(input.id))))
    if (found === undefined) return refused('NOT_FOUND')
    const { row, writer } = found
    const email = row.email || (writer?.email ?? '')
    return done({
      ...headOf(row, writer?.uid ?? null),
      text: row.text,
      email: operator.permissions.has('feedback.finish') ? email : maskedEmail(email),
      trader_id: row.traderId?.toString() ?? '',
      is_demo: writer?.isDemo ?? false,
      language: row.language,
      picture: row.pictureImageId === null ? null : await pictureRef(keyedHash, call, row.pictureImageId),
      note: row.note,
      done_by: decider(row.doneBy),
      done_at: row.doneAt,
    })
  }
}

const finishHandler: DeskHandler<typeof finishFeedback> = async (call) => {
  const { tx, tenant, operator, input, now } = call
  const note = readReason(input.note, true)
  if (note === undefined) return refused('DESK_REASON_REQUIRED')
  const mine = and(eq(feedback.tenantId, tenant.id), eq(feedback.id, BigInt(input.id)))
  const [row] = await tx.select().from(feedback).where(mine).for('update')
  if (row === undefined) return refused('NOT_FOUND')
  if (row.status === 'done') return refused('DESK_ALREADY_DECIDED')
  await tx
    .update(feedback)
    .set({ status: 'done', note, doneBy: operatorActor(operator), doneAt: now })
    .where(mine)
  const status = { before: { status: 'open' }, after: { status: 'done' } }
  const traderId = row.traderId ?? undefined
  await recordDeskEvent(call, { action: 'feedback.done', object: objectOf(row.id), reason: note, ...status, traderId })
  return done({ done_at: now })
}
