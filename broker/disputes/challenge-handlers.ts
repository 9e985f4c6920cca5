/**
 * A trader's cases about fills: looked at before, opened, read, added to, taken back.
 *
 * Invariants: one case a fill, however often and from wherever it is sent; the rules answer in the transaction that opens it, and their
 * answer is kept as it was. A frozen or demo account may challenge as any other, and so may a trader of a company that winds down.
 */
import { and, eq } from 'drizzle-orm'
import type {
  addToChallenge,
  challengeFill,
  getChallenge,
  listChallenges,
  previewChallenge,
  withdrawChallenge,
} from '../../contract/challenges'
import { CHALLENGE_WORDS } from '../../contract/form-bounds'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import { writeAudit } from '../audit-trail/write-audit'
import { badCursor, done, forTrader, type Outcome, refused, type SomeHandlers, type TraderCall, type TraderHandler } from '../calls/handler'
import { countRows, readPage } from '../db/read-page'
import { challenge } from '../db/schema'
import { CHALLENGE_STATUS } from '../db/statuses'
import { traderActor } from '../ledger/trade-unit'
import {
  addStep,
  type ChallengeRow,
  caseOfReceipt,
  changeChallenge,
  executeAgain,
  fillOf,
  findOwnFill,
  wireCase,
  wireHead,
} from './challenge-store'

export function challengeHandlers() {
  return {
    previewChallenge: forTrader(preview),
    challengeFill: forTrader(open),
    listChallenges: forTrader(list),
    getChallenge: forTrader(get),
    addToChallenge: forTrader(add),
    withdrawChallenge: forTrader(withdraw),
  } satisfies SomeHandlers
}

const preview: TraderHandler<typeof previewChallenge> = async (call) => {
  const { tx, tenant, now } = call
  const own = await findOwnFill(call)
  if (own === null) return refused('NOT_FOUND')
  const standing = await caseOfReceipt(tx, tenant.id, own.row.id)
  const until = untilOf(tenant.disputes.days, own.row.createdAt)
  return done({
    fill: fillOf(own),
    answer: await executeAgain(tx, tenant, own),
    until,
    is_over: now > until,
    answer_hours: tenant.disputes.answerHours,
    challenge: standing?.id.toString() ?? '',
  })
}

const untilOf = (days: number, filledAt: number): number => filledAt + days * DAY_MS

const open: TraderHandler<typeof challengeFill> = async (call) => {
  const { tx, tenant, trader, input, now } = call
  const words = readWords(input.words ?? '')
  if (words === undefined) return wordsInvalid()
  const own = await findOwnFill(call)
  if (own === null) return refused('NOT_FOUND')
  const { row: receipt, body } = own
  const { days, answerHours } = tenant.disputes
  if (now > untilOf(days, receipt.createdAt)) return refused('CHALLENGE_TOO_LATE', { days: String(days) })
  const answer = await executeAgain(tx, tenant, own)
  const { id: receiptId, hash: receiptHash, traderId } = receipt
  const [row] = await tx
    .insert(challenge)
    .values({
      ...{ tenantId: tenant.id, traderId, isDemo: trader.isDemo, orderId: BigInt(body.order), receiptId, receiptHash },
      ...{ reason: input.reason, words, fill: fillOf(own), answer, verdict: answer.verdict },
      ...{ status: CHALLENGE_STATUS.open, dueAt: now + answerHours * HOUR_MS, createdAt: now },
    })
    .onConflictDoNothing()
    .returning()
  if (row === undefined) return refused('CHALLENGE_EXISTS')
  await addStep(tx, row, { step: 'opened', by: 'trader', words, at: now })
  await addStep(tx, row, { step: 'answered', by: 'rules', words: '', at: now })
  await record(call, row, 'challenge.opened', { reason: input.reason, receipt: receiptHash, verdict: answer.verdict })
  return done(wireHead(row, now))
}

const list: TraderHandler<typeof listChallenges> = async ({ tx, tenant, trader, input, now }) => {
  const mine = and(eq(challenge.tenantId, tenant.id), eq(challenge.traderId, BigInt(trader.id)))
  const page = await readPage(tx, challenge, { list: 'challenges', where: mine, by: [challenge.id] }, input)
  if (page === undefined) return badCursor()
  return done({
    data: page.rows.map((row) => wireHead(row, now)),
    total: await countRows(tx, { from: challenge, where: mine }),
    next: page.next,
  })
}

const get: TraderHandler<typeof getChallenge> = async (call) => {
  const row = await findOwn(call, false)
  return row === undefined ? refused('NOT_FOUND') : done({ ...wireHead(row, call.now), ...(await wireCase(call.tx, row)) })
}

const add: TraderHandler<typeof addToChallenge> = async (call) => {
  const { tx, tenant, input, now } = call
  const words = readWords(input.words)
  if (words === undefined || words === '') return wordsInvalid()
  const held = await holdWaiting(call)
  if (!held.ok) return held
  const { data: row } = held
  await addStep(tx, row, { step: 'added', by: 'trader', words, at: now })
  await record(call, row, 'challenge.added', {})
  // What was asked for is there: the company's time begins anew. What nobody asked for moves no clock.
  const isAnswer = row.status === CHALLENGE_STATUS.asked
  const again = { status: CHALLENGE_STATUS.open, dueAt: now + tenant.disputes.answerHours * HOUR_MS }
  return done(wireHead(isAnswer ? await changeChallenge(tx, row, again) : row, now))
}

const withdraw: TraderHandler<typeof withdrawChallenge> = async (call) => {
  const { tx, trader, now } = call
  const held = await holdWaiting(call)
  if (!held.ok) return held
  const ended = { status: CHALLENGE_STATUS.withdrawn, decidedBy: traderActor(trader.id), decidedAt: now }
  const row = await changeChallenge(tx, held.data, ended)
  await addStep(tx, row, { step: 'withdrawn', by: 'trader', words: '', at: now })
  await record(call, row, 'challenge.withdrawn', {})
  return done(wireHead(row, now))
}

type CaseCall = TraderCall<typeof getChallenge> | TraderCall<typeof addToChallenge> | TraderCall<typeof withdrawChallenge>

async function findOwn({ tx, tenant, trader, input }: CaseCall, isHeld: boolean): Promise<ChallengeRow | undefined> {
  if (!/^\d{1,18}$/.test(input.id)) return undefined
  const own = and(eq(challenge.tenantId, tenant.id), eq(challenge.traderId, BigInt(trader.id)), eq(challenge.id, BigInt(input.id)))
  const asked = tx.select().from(challenge).where(own)
  const [row] = await (isHeld ? asked.for('update') : asked)
  return row
}

/** The case, if nobody has ended it, held until the transaction ends: the desk may be deciding about it just now. */
async function holdWaiting(call: CaseCall): Promise<Outcome<ChallengeRow>> {
  const row = await findOwn(call, true)
  if (row === undefined) return refused('NOT_FOUND')
  return row.status === CHALLENGE_STATUS.open || row.status === CHALLENGE_STATUS.asked ? done(row) : refused('CHALLENGE_CLOSED')
}

type Recorded = 'challenge.opened' | 'challenge.added' | 'challenge.withdrawn'

/** What was said is in the case alone: the log of what people did holds no words of a trader. */
async function record(
  { tx, tenant, trader, now }: Pick<CaseCall, 'tx' | 'tenant' | 'trader' | 'now'>,
  { id }: ChallengeRow,
  action: Recorded,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  await writeAudit(tx, { tenantId: tenant.id, actor: traderActor(trader.id), action, object: `challenge:${id}`, detail, now })
}

const wordsInvalid = () => refused('CHALLENGE_WORDS_INVALID', { max: String(CHALLENGE_WORDS) })

/** The words without what nobody can see; undefined when there are too many. */
function readWords(given: string): string | undefined {
  const words = given
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  return words.length <= CHALLENGE_WORDS ? words : undefined
}
