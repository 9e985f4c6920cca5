/**
 * Reconciliation: the company's cover book against its providers' own, fill by fill, position by position, and to the cent where the provider
 * writes a statement of the day.
 *
 * Invariants: a difference keeps both values and stands until it is resolved; nothing is deleted. Up to the company's limit one person resolves
 * it, above it (and while nobody knows how much it is) a second one agrees.
 */
import { z } from 'zod'
import { Decimal, Id, Milliseconds, RowId } from '../primitives'
import { deskEndpoint } from './desk-endpoint'
import { EQUAL_FILLS_SHOWN } from './reconciliation-terms'

/** The date in New York of the 17:00 that ends it. */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const Count = z.number().int().nonnegative()

/** `not_explained`: what the balances differ by beyond all other rows. */
const DifferenceKind = z.enum([
  ...['price', 'quantity', 'time', 'not_in_book', 'not_in_theirs', 'position'],
  ...['swap', 'commission', 'transfer', 'not_explained'],
] as const)
/** `theirs_accepted` posts the amount to the house's books; `ours_stand`: the provider puts its own right; `explained`: no money hangs on it. */
const ResolveKind = z.enum(['theirs_accepted', 'ours_stand', 'explained'])
const DifferenceStatus = z.enum(['open', 'awaiting_provider', 'waiting', 'resolved'])

const Values = z.object({
  quantity: Decimal.describe('Units of the base asset; of a position with its sign'),
  price: Decimal.nullable(),
  time: Milliseconds.nullable().describe("The provider's time of the fill"),
})

export const Difference = z.object({
  id: Id,
  day: Day,
  provider: z.string(),
  kind: DifferenceKind,
  code: z.string(),
  show_code: z.string(),
  side: z.enum(['buy', 'sell']).nullable(),
  trade: z.string().describe("The provider's number of the fill; empty for a position"),
  ours: Values.nullable().describe('null: not in our book'),
  theirs: Values.nullable().describe('null: not in theirs'),
  ours_amount: Decimal.nullable().describe('USDT, of a row about money alone; null: our book has none'),
  theirs_amount: Decimal.nullable(),
  usdt: Decimal.nullable().describe('theirs − ours; null while a rate is not known'),
  at_stake: Decimal.nullable().describe('What decides whether one person is enough'),
  needs_second: z.boolean(),
  stands: z.boolean().describe('The last comparison still found it'),
  status: DifferenceStatus,
  found_at: Milliseconds,
  asked_by: z.string(),
  asked_at: Milliseconds.nullable(),
  resolved_as: ResolveKind.nullable(),
  note: z.string(),
  proposed_by: z.string().describe('Who resolved it, or wants to'),
  proposed_at: Milliseconds.nullable(),
  approved_by: z.string(),
  resolved_at: Milliseconds.nullable(),
  is_own: z.boolean().describe('The operator who asks is the one who wants it resolved'),
})
export type Difference = z.infer<typeof Difference>

/** What a file is wrong with, at a line of it. */
const StatementProblem = z.enum([
  ...['columns', 'line', 'number', 'instrument', 'time', 'twice', 'no_position', 'incomplete', 'too_large', 'not_readable'],
] as const)
export type StatementProblem = z.infer<typeof StatementProblem>

const StatementState = z.object({
  state: z
    .enum(['none', 'shared', 'expected', 'late', 'unreadable', 'read'])
    .describe("none: it writes none; shared: several companies are on its account, and its balance is nobody's alone"),
  due: Milliseconds.nullable().describe('By when it is there'),
  file: z.string().describe('Its name in the folder of statements'),
  line: Count.nullable().describe('Where it is wrong; 0: the file as a whole'),
  problem: StatementProblem.nullable(),
  found: z.string().describe('What stands there'),
})

const MoneyLine = z.object({
  line: z.enum(['opening', 'result', 'swap', 'commission', 'transfers', 'closing']),
  ours: Decimal.nullable().describe('USDT; null: not known, as this statement follows none'),
  theirs: Decimal,
  difference: Decimal.nullable(),
  because: z.array(Id).describe('The rows that it comes from'),
})

const HeldAtClose = z.object({ code: z.string(), show_code: z.string(), ours: Decimal, theirs: Decimal })

const ProviderState = z.object({
  provider: z.string(),
  copies: z.enum(['none', 'down', 'live']).describe('none: it copies no reports to us, and only positions are compared'),
  compared_at: Milliseconds.nullable().describe('null: the day was not compared yet'),
  theirs: Count.nullable().describe('Its fills of the day; null: not compared'),
  ours: Count.nullable(),
  equal: Count.nullable(),
  differ: Count.nullable(),
  positions_equal: Count.nullable(),
  positions_differ: Count.nullable(),
  last_copy_at: Milliseconds.nullable().describe('When the last report was copied'),
  copy_gaps: Count.describe('Holes in the numbers of its copies since the server started; each was asked for again'),
  statement: StatementState,
  money: z.array(MoneyLine).describe('Its account over the day, open positions valued at its closing prices; empty without a statement'),
  held: z.array(HeldAtClose).describe('What is held at the close by its statement and by our book'),
})

export const ReconciliationView = z.object({
  day: Day,
  today: Day.describe('The day that runs'),
  due: Milliseconds.describe('When the day is compared'),
  limit: Decimal.describe('USDT; above it a second person agrees'),
  providers: z.array(ProviderState),
  totals: z.object({ theirs: Count, ours: Count, equal: Count, differ: Count, open: Count, usdt: Decimal }),
  rows: z.array(Difference).describe('What stands open since before the day, and what was found on it; open first'),
})
export type ReconciliationView = z.infer<typeof ReconciliationView>

export const getReconciliation = deskEndpoint({
  method: 'GET',
  path: 'reconciliation',
  access: 'reconciliation.read',
  input: { day: Day.optional().describe('The day that runs when left out') },
  output: ReconciliationView,
  errors: [],
})

export const EqualFill = z.object({
  provider: z.string(),
  trade: z.string().describe("The provider's number of it"),
  code: z.string(),
  show_code: z.string(),
  side: z.enum(['buy', 'sell']),
  quantity: Decimal.describe('Units of the base asset'),
  price: Decimal,
  ours_time: Milliseconds.describe("The provider's time, as it was reported to us"),
  theirs_time: Milliseconds.describe('The same, in its copy'),
})
export type EqualFill = z.infer<typeof EqualFill>

/** Of a provider whose statement alone was compared only the number is known. */
export const listEqualFills = deskEndpoint({
  method: 'GET',
  path: 'equal_fills',
  access: 'reconciliation.read',
  input: { day: Day.optional().describe('The day that runs when left out') },
  output: z.object({
    data: z.array(EqualFill).max(EQUAL_FILLS_SHOWN).describe('Those that both sides reported alike, the newest first'),
    is_more: z.boolean(),
  }),
  errors: [],
})

/** What a file of the day holds. It is written into the trail each time. */
export const exportReconciliation = deskEndpoint({
  method: 'GET',
  path: 'reconciliation_file',
  access: 'reconciliation.read',
  input: { day: Day.optional().describe('The day that runs when left out') },
  output: z.object({
    day: Day,
    rows: z.array(Difference).describe('As the page shows them'),
    equal: z.array(EqualFill),
    is_more: z.boolean().describe('There are more than a file holds'),
  }),
  errors: [],
})

const Report = z.object({
  of: z.enum(['ours', 'theirs']),
  kind: z.enum(['accepted', 'filled', 'canceled', 'rejected', 'expired', 'busted', 'corrected']),
  exec_id: z.string(),
  refers_to: z.string(),
  quantity: Decimal,
  price: Decimal,
  time: Milliseconds,
  received_at: Milliseconds,
  reason: z.string(),
})

export const DifferenceDetail = z.object({
  row: Difference,
  order: z.string().describe('Our order at the provider; empty where there is none'),
  purpose: z.enum(['cover', 'open', 'close']).nullable(),
  trader_order: Id.nullable().describe("The trader's order that was filled with it; null: no trader's fill is touched"),
  reports: z.array(Report).describe('Everything that was reported of the order, ours and theirs, in the order of arrival'),
  mark: Decimal.nullable().describe('What a quantity is valued at'),
  rate: Decimal.nullable().describe('USDT for one unit of the quote currency'),
  explains: z
    .enum(['missing', 'extra', 'corrected', 'busted', 'foreign', 'clock', 'charge', 'unexplained'])
    .describe(
      'What the reports say of it: one is missing with us or with them, a correction or a bust came to one side only, the order is not ours, or it is what the statement charges',
    ),
})
export type DifferenceDetail = z.infer<typeof DifferenceDetail>

export const getDifference = deskEndpoint({
  method: 'GET',
  path: 'difference',
  access: 'reconciliation.read',
  input: { id: RowId },
  output: DifferenceDetail,
  errors: ['NOT_FOUND'],
})

const Note = z.string().trim().max(500)

/** `waiting`: for a second person. */
export const resolveDifference = deskEndpoint({
  method: 'POST',
  path: 'resolve_difference',
  access: 'reconciliation.resolve',
  input: { id: RowId, resolve_as: ResolveKind, note: Note },
  output: z.object({ status: z.enum(['waiting', 'resolved']) }),
  errors: ['NOT_FOUND', 'DESK_REASON_REQUIRED', 'DESK_ALREADY_DECIDED', 'DESK_CHANGE_STALE'],
})

/** Refusing leaves it open; who made the wish may take it back, but never agree to it. */
export const decideDifference = deskEndpoint({
  method: 'POST',
  path: 'decide_difference',
  access: 'reconciliation.resolve',
  input: { id: RowId, decision: z.enum(['approve', 'refuse']) },
  output: z.object({ status: z.enum(['resolved', 'open']) }),
  errors: ['NOT_FOUND', 'DESK_ALREADY_DECIDED', 'DESK_SAME_PERSON', 'DESK_CHANGE_STALE'],
})

/** Its clock starts: the provider was asked about it. */
export const askAboutDifference = deskEndpoint({
  method: 'POST',
  path: 'ask_about_difference',
  access: 'reconciliation.resolve',
  input: { id: RowId },
  output: z.object({ status: z.literal('awaiting_provider') }),
  errors: ['NOT_FOUND', 'DESK_ALREADY_DECIDED'],
})

/** Compares what has been dealt since the last 17:00 in New York now; what is found is there when it is done. */
export const runReconciliation = deskEndpoint({
  method: 'POST',
  path: 'run_reconciliation',
  access: 'reconciliation.resolve',
  input: {},
  output: z.object({ providers: z.array(z.string()).describe('Those that are compared') }),
  errors: [],
})

export const RECONCILIATION_CALLS = {
  getReconciliation,
  getDifference,
  listEqualFills,
  exportReconciliation,
  resolveDifference,
  decideDifference,
  askAboutDifference,
  runReconciliation,
}
