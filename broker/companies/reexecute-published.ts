/**
 * Receipts that somebody saved, executed again on nothing but what the company's site publishes: its log, the facts in it, its prices
 * and its keys. For whoever keeps no books there.
 *
 * Invariants: no fact is believed whose entry the log does not hold under a checkpoint that the company's key has signed, and no receipt
 * that none of its keys has signed.
 */
import { readFile } from 'node:fs/promises'
import { BrokerStatement } from '../../contract/companies'
import { DAY_MS } from '../../rules/durations'
import { isSigned } from '../../rules/log/note'
import { type ProvenFact, PublishedLog } from '../../rules/log/published-log'
import { pricedCodes } from '../../rules/reexecute/priced-codes'
import { type ReceiptFacts, readReceiptFacts } from '../../rules/reexecute/receipt-facts'
import type { Refusal, RefusalsFact } from '../../rules/reexecute/refusals'
import { runReexecution } from '../../rules/reexecute/run-reexecution'
import { CommittedSeeds } from '../../rules/simulated/committed-seeds'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { ExecutionTally } from './execution-tally'
import type { ReexecutionReport } from './reexecute-day'
import { rulesDocument } from './standing-facts'

/** What fills are executed again by. */
const FACTS = new Set(['terms', 'rules', 'settings', 'refusals', 'seed'])

interface PublishedDay {
  /** Scheme and host of the site. */
  readonly origin: string
  readonly company: string
  /** Unix milliseconds of the day's beginning, UTC; null: all that the file holds. */
  readonly from: number | null
  /** A file of receipts as a site saves it. */
  readonly file: string
  readonly ask?: (url: string) => Promise<Response>
}

/** A sentence where nothing could be looked at. */
export async function reexecutePublished(day: PublishedDay): Promise<ReexecutionReport | string> {
  const { origin, company, from, file, ask = fetch } = day
  const receipts = receiptsOf(await readFile(file, 'utf8').catch(() => ''))
  if (receipts === null) return `${file}: no receipts as a site saves them`
  const stated = await ask(`${origin}/.well-known/broker.json`)
    .then(jsonOf)
    .catch(() => null)
  const statement = BrokerStatement.safeParse(stated)
  if (!statement.success || statement.data.log === undefined) return `${origin}: no broker.json that names a log`
  const { log, receipt_keys: keys } = statement.data
  const tally = new ExecutionTally()
  const mine: ReceiptFacts[] = []
  for (const [place, receipt] of receipts.entries()) {
    const facts = signedFacts(receipt, new Map(keys.map(({ key_id: id, public_key: key }) => [id, key])))
    if (facts === null || facts.broker !== company) tally.unreadable(`${place + 1} of the file, or its signature,`)
    else mine.push(facts)
  }
  const base = `${origin}${log.path.replace(/\/$/, '')}`
  const site = new PublishedLog(base, ask)
  const opened = await site.open(log.keys).catch(() => 'none')
  if (opened === 'none') return `${base}: no checkpoint`
  if (opened === 'unsigned') return `${base}: a checkpoint that none of the company's keys has signed`
  const facts = await site.facts(FACTS)
  const terms = facts.filter(({ kind }) => kind === 'terms')
  const codes = pricedCodes(mine, terms)
  const seeds = new CommittedSeeds(facts.filter(({ kind }) => kind === 'seed'))
  const seedDays = () => {
    const days = new Set(from === null ? mine.map(({ at }) => at - (at % DAY_MS)) : [from])
    return [...days].sort().flatMap((day) => seeds.of(day))
  }
  await runReexecution(
    inOrder(mine)
      .map((one) => ({ facts: one, isBefore: from !== null && one.at < from }))
      .filter(({ facts: one }) => from === null || one.at < from + DAY_MS),
    {
      readMinute: (minute) => site.minute(minute, company, codes),
      terms,
      settings: facts.flatMap(({ kind, document }) => (kind === 'settings' ? [document] : [])),
      refusals: refusalsOf(facts, from).filter(({ instrument }) => codes.has(instrument)),
      onRefusal: (refusal, judgement) => tally.refusal(refusal, judgement),
      startsWhole: false,
      onExecution: ({ facts: one }, execution) => tally.take(one, execution),
      onPrices(_minute, batches) {
        for (const batch of batches) {
          const other = seeds.otherTick(batch)
          if (other !== null) tally.otherTick(other)
        }
      },
      onOtherPrices: (minute, code) => tally.otherPrices(minute, code),
    },
  )
  tally.seedDays(seedDays(), seeds.checked)
  const end = from === null ? Number.POSITIVE_INFINITY : from + DAY_MS
  tally.rules(facts.findLast(({ kind, at }) => kind === 'rules' && at < end)?.document ?? null, rulesDocument())
  return { tally, lines: tally.lines(), isClean: tally.isClean }
}

interface SavedReceipt {
  readonly body: unknown
  readonly hash: string
  readonly key_id: string
  readonly signature: string
}

/** A receipt, several, or several with their proofs. */
function receiptsOf(text: string): SavedReceipt[] | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const bundle = value as { receipts?: unknown }
  const list = Array.isArray(value) ? value : Array.isArray(bundle?.receipts) ? bundle.receipts : [value]
  const isReceipt = (one: unknown): one is SavedReceipt => {
    const { body, hash, key_id: keyId, signature } = (one ?? {}) as Record<string, unknown>
    return typeof body === 'object' && [hash, keyId, signature].every((field) => typeof field === 'string')
  }
  return list.length > 0 && list.every(isReceipt) ? list : null
}

function signedFacts({ body, hash, key_id: keyId, signature }: SavedReceipt, keys: ReadonlyMap<string, string>): ReceiptFacts | null {
  const key = keys.get(keyId)
  if (key === undefined) return null
  const text = canonicalText(body)
  const isGenuine =
    sha256Hex(text) === hash && isSigned(Buffer.from(text), Buffer.from(signature, 'base64url'), Buffer.from(key, 'base64url'))
  return isGenuine ? readReceiptFacts(body) : null
}

/** Of the day; of all days where none is named. */
function refusalsOf(facts: readonly ProvenFact[], from: number | null): Refusal[] {
  const found = facts.flatMap(({ kind, document }) => (kind === 'refusals' ? (JSON.parse(document) as RefusalsFact).refusals : []))
  return found.filter(({ at }) => from === null || (at >= from && at < from + DAY_MS)).sort((one, other) => one.at - other.at)
}

/** By time; of one moment as the file has them, which is the order of the chain. */
function inOrder(facts: readonly ReceiptFacts[]): ReceiptFacts[] {
  return [...facts].sort((one, other) => one.at - other.at)
}

function jsonOf(response: Response): Promise<unknown> {
  return response.json()
}
