/**
 * The frauds that are planted in tests, each with what catches it: the one list that the tests, docs/proof.md and the page `/proof` read.
 *
 * Invariant: every row is planted by a test of its id in `tests/frauds`, which holds that what is named here catches it under that name, or that
 * nothing does where the row says so.
 */

/** A page of a company's site on which anybody, or the one who is harmed, sees it. */
export type FraudPage = 'verify' | 'execution' | 'solvency' | 'statements'

export interface Fraud {
  /** Also the name of its test and, where the page `/proof` shows it, of its text. */
  readonly id: string
  /** What somebody at the company would do. */
  readonly what: string
  /** Who would be harmed. */
  readonly harms: string
  /** The page that names it; null where only a command does, or nothing. */
  readonly page: FraudPage | null
  /** The step or line of that page which fails. */
  readonly pageCheck: string | null
  /** The command that names it, without `npm run`; null where only a page does, or nothing. */
  readonly command: string | null
  /** What the command says: an invariant of the audit (docs/invariants.md), a refusal of the witness. */
  readonly check: string | null
  /** Where nothing catches it today: why. */
  readonly notCaught?: string
}

const COMMANDS = ['audit', 'audit -- --execution', 'audit -- --ranking', 'reexecute', 'witness'] as const
const PAGES = ['verify', 'execution', 'solvency', 'statements'] as const satisfies readonly FraudPage[]
type Catcher = (typeof COMMANDS)[number] | (typeof PAGES)[number]

/** @param by the check that fails, by the page or command that names it */
function caught(id: string, what: string, harms: string, by: Partial<Record<Catcher, string>>): Fraud {
  const page = PAGES.find((one) => by[one] !== undefined) ?? null
  const command = COMMANDS.find((one) => by[one] !== undefined) ?? null
  const checkOf = (one: Catcher | null) => (one === null ? null : (by[one] ?? null))
  return { id, what, harms, page, pageCheck: checkOf(page), command, check: checkOf(command) }
}

function missed(id: string, what: string, harms: string, notCaught: string): Fraud {
  return { id, what, harms, page: null, pageCheck: null, command: null, check: null, notCaught }
}

export const FRAUDS: readonly Fraud[] = [
  caught('priceShifted', 'Fill one trader a pip beside the quote, and sign it', 'that trader', { verify: 'log', audit: 'I9' }),
  caught('fillBackdated', 'Date a fill a second back, and sign it', 'that trader', { verify: 'log', audit: 'I13' }),
  caught('feeChanged', 'Change a fee after the fact, and sign the receipt again', 'that trader', { verify: 'log', audit: 'I13' }),
  caught('leverageChanged', 'Write another leverage into an opening', 'that trader', { verify: 'log', audit: 'I14' }),
  caught('termsSwapped', 'Put other terms under an opening', 'that trader', { verify: 'log', audit: 'I13' }),
  caught('demoMadeReal', 'Make a demonstration’s fill a real one', 'whoever believes the figures', { verify: 'log', audit: 'I10' }),
  caught('receiptAltered', 'Show a copy of a receipt with another price', 'that trader', { verify: 'signature' }),
  caught('foreignKey', 'Sign a receipt with a key that is not the company’s', 'that trader', { verify: 'signature', audit: 'I13' }),
  caught('receiptDeleted', 'Delete a receipt, and rebuild chain and log without it', 'that trader', { audit: 'I13' }),
  caught('entryRemoved', 'Take a receipt out of the public log', 'that trader', { audit: 'I19' }),
  caught('historyRewritten', 'Remove an order from the past and sign the log again', 'whoever traded against it', {
    verify: 'history',
    witness: 'fork',
  }),
  caught('forkForOne', 'Show one reader another log', 'that trader', { verify: 'witnesses', witness: 'fork' }),
  caught('witnessTwoTrees', 'Have a witness sign two trees', 'whoever relies on that witness', { verify: 'history' }),
  caught('cosignatureForged', 'Forge the line of a witness', 'whoever relies on that witness', { verify: 'witnesses' }),
  caught('olderCheckpoint', 'Show the checkpoint of an older tree, without the newest receipts', 'that trader', {
    verify: 'log',
    witness: 'older tree',
  }),
  caught('tileFlipped', 'Flip a bit of the log’s tiles', 'whoever checks against the log', { verify: 'history', audit: 'I19' }),
  caught('checkpointOfNothing', 'Sign a checkpoint that does not follow from the entries', 'whoever checks against the log', {
    audit: 'I19',
  }),
  caught('entryOfAnother', 'Put another salt under an entry, so that its owner cannot find it', 'that trader', { audit: 'I19' }),
  caught('factEdited', 'Edit a published fact', 'whoever relies on it', { audit: 'I7' }),
  caught('settingsWithoutFact', 'Change terms without noting them', 'whoever opens an order', { audit: 'I13' }),
  caught('decisionDeleted', 'Delete what was decided about a complaint', 'who complained', { audit: 'I7' }),
  caught('auditEventDeleted', 'Delete what an operator did', 'whoever it was done to', { audit: 'I7' }),
  caught('ledgerRowRemoved', 'Remove a movement of money, and rebuild chain and log', 'that trader', { audit: 'I13' }),
  caught('entriesInPairs', 'Move money between two accounts so that the sums stay', 'that trader', { audit: 'I13' }),
  caught('balanceRaised', 'Raise the balance of a friend', 'every trader of the company', { audit: 'I2' }),
  caught('depositWithoutOperator', 'Credit a deposit that nobody approved', 'every trader of the company', { audit: 'I11' }),
  caught('negativeBalance', 'Hide a debt in a lock below zero', 'every trader of the company', { audit: 'I3' }),
  caught('stopMoved', 'Move a stop loss nearer to the price', 'that trader', { audit: 'I14' }),
  caught('stopHunted', 'Set off a stop by a tick that nobody else has seen', 'that trader', { audit: 'I9' }),
  caught('tickRemoved', 'Take a tick away from what stands under a fill', 'that trader', { audit: 'I9' }),
  caught('fundingTwice', 'Charge an overnight fee twice', 'that trader', { audit: 'I13' }),
  caught('coverDoubled', 'Book what covering brought twice', 'the company’s owners', { audit: 'I16' }),
  caught('reconciliationHidden', 'Book a difference from a provider’s book and hide its row', 'the company’s owners', { audit: 'I18' }),
  caught('rankingEdited', 'Edit the ranking', 'whoever believes it', { 'audit -- --ranking': 'wrong figure' }),
  caught('executionPrettified', 'Prettify the execution figures of a day', 'whoever judges the company by them', {
    execution: 'differs',
    'audit -- --execution': 'wrong day',
  }),
  caught('withdrawalClockShortened', 'Hide a late withdrawal', 'whoever waits for money, and whoever judges the company by its clock', {
    execution: 'differs',
    'audit -- --execution': 'wrong day',
  }),
  caught('refusalLeftOut', 'Leave out a refused order before its day is counted', 'whoever judges the company by its figures', {
    reexecute: 'left out',
  }),
  caught('refusedForNothing', 'Refuse an order that the terms take', 'that trader', { reexecute: 'wrong refusal' }),
  caught('stopFiredLate', 'Let a stop loss wait for a worse tick than the first that reached it', 'that trader', {
    reexecute: 'first_tick',
  }),
  caught('trailingHeldBack', 'Let a trailing stop wait one tick too long', 'that trader', { reexecute: 'first_tick' }),
  caught('trailingHunted', 'Hunt a trailing stop by one tick that did not reach it', 'that trader', { reexecute: 'stop_loss' }),
  caught('seedIgnored', 'Quote a simulated market otherwise than its seed has it', 'whoever trades on it', { reexecute: 'seed' }),
  caught('seedSwapped', 'Reveal another seed of a simulated day than was promised', 'whoever traded on that day', {
    reexecute: 'seed day',
  }),
  caught('accountLeftOut', 'Leave an account out of what is owed', 'every trader of the company', { solvency: 'included', audit: 'I20' }),
  caught('accountTooSmall', 'Count less than an account is worth', 'every trader of the company', { solvency: 'adds up' }),
  caught('negativeAccount', 'Count an account below zero, so that less is owed', 'every trader of the company', { solvency: 'included' }),
  caught('doubledAccount', 'Show two traders the same part of what is owed', 'every trader of the company', {
    solvency: 'included',
    audit: 'I20',
  }),
  caught('statementAltered', 'Alter a signed statement', 'that trader', { verify: 'signature' }),
  caught('statementRows', 'Show other rows under a signed statement', 'that trader', { statements: 'rows' }),
  missed(
    'candleEdited',
    'Edit a candle of a chart',
    'whoever decides by it',
    'charts are no fact of the log yet: candles can be filled up later, and nothing that is kept of a day’s prices is whole',
  ),
  missed(
    'tickLogCut',
    'Cut ticks out of the tick log',
    'whoever asks what happened round a fill',
    'the tick log is not sealed; what a receipt rests on stands in the receipt',
  ),
  missed(
    'eventBeforeSeal',
    'Delete an operator’s action in the half second before it is sealed',
    'whoever it was done to',
    'nothing names it yet; what moved money has its receipt',
  ),
]

/** The five that the page `/proof` names, in its order. */
export const SHOWN_FRAUDS = ['priceShifted', 'historyRewritten', 'feeChanged', 'accountLeftOut', 'withdrawalClockShortened'] as const
export type ShownFraud = (typeof SHOWN_FRAUDS)[number]

/** How many were planted, and how many of them something catches. */
export const FRAUD_COUNTS = { planted: FRAUDS.length, caught: FRAUDS.filter(({ notCaught }) => notCaught === undefined).length } as const

/** @throws RangeError for an id that is not in the list. */
export function fraudOf(id: string): Fraud {
  const fraud = FRAUDS.find((one) => one.id === id)
  if (fraud === undefined) throw new RangeError(`no fraud ${id}`)
  return fraud
}
