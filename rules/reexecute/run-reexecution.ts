/** Executes receipts again one after the other, with the minutes of prices that they ask for: what a command, a page and a test share. */
import { DAY_MS, MINUTE_MS } from '../durations'
import { openBatches, openMinute, type PublishedMinute } from '../log/committed-minute'
import { type PriceBatch, parseBatch } from '../log/price-batch'
import { BrakesInForce } from './brakes-in-force'
import { type Execution, minutesOf } from './execution'
import { PriceTape } from './price-tape'
import type { ReceiptFacts } from './receipt-facts'
import { Reexecution } from './reexecute'
import { judgeRefusal, minutesOfRefusal, type Refusal, type RefusalJudgement } from './refusals'
import { type TermsFact, TermsInForce } from './terms-in-force'

export interface ReceiptToExecute {
  readonly facts: ReceiptFacts
  /** From before the stretch that is looked at: only what it leaves behind counts. */
  readonly isBefore: boolean
}

interface RunParts {
  /** Null where nothing was committed of a minute, or its prices are gone. */
  readonly readMinute: (minute: number) => Promise<PublishedMinute | null>
  readonly terms: readonly TermsFact[]
  /** Documents of its facts of the kind `settings`. */
  readonly settings: readonly string[]
  /** Orders of the stretch that were refused, by time. */
  readonly refusals: readonly Refusal[]
  readonly onRefusal: (refusal: Refusal, judgement: RefusalJudgement) => void
  /** Whether the receipts of every position that is open at the first one are among those from before. */
  readonly startsWhole: boolean
  /** A receipt was executed again, or was not, in the order in which they came. */
  readonly onExecution: (receipt: ReceiptToExecute, execution: Execution) => void
  /** The batches of a minute, those that were committed where they are at hand. */
  readonly onPrices: (minute: number, batches: readonly PriceBatch[]) => void
  /** The prices of a minute are not those that were committed, of these instruments; null: its document is another one. */
  readonly onOtherPrices: (minute: number, code: string | null) => void
}

/** What a minute holds. @param onOther told of what is not what was committed, of an instrument or (null) of the whole document */
export function batchesOf(
  { document, hash, batches: texts }: PublishedMinute,
  onOther: (code: string | null) => void,
): { seconds: readonly (readonly [number, number])[]; batches: PriceBatch[] } {
  const opened = openMinute(document, hash)
  if (opened === null) onOther(null)
  const batches = [...texts].flatMap(([code, text]): PriceBatch[] => {
    const committed = opened === null ? null : openBatches(opened, code, text)
    if (committed !== null) return committed
    if (opened !== null) onOther(code)
    // What is there all the same is executed on: it tells which order differs first.
    return text.split('\n').flatMap((line) => parseBatch(line) ?? [])
  })
  return { seconds: opened?.seconds ?? batches.map(({ second, begun }) => [second, begun] as const), batches }
}

/** Minutes behind the one that is looked at whose ticks are kept. */
const KEPT_MINUTES = 4

/** @param receipts by time, those of an account in the order of their chain */
export async function runReexecution(
  receipts: AsyncIterable<ReceiptToExecute> | Iterable<ReceiptToExecute>,
  { readMinute, terms, settings, refusals, startsWhole, onExecution, onRefusal, onPrices, onOtherPrices }: RunParts,
): Promise<void> {
  const tape = new PriceTape()
  const [inForce, brakes] = [new TermsInForce(terms), new BrakesInForce(settings)]
  const reexecution = new Reexecution(tape, inForce, startsWhole, brakes)
  const refused = refusals.values()
  let refusal = refused.next()
  let newest: number | null = null

  async function loadUpTo(minutes: readonly number[]): Promise<void> {
    const [first, last] = [minutes[0], minutes.at(-1)]
    if (first === undefined || last === undefined || (newest !== null && last <= newest)) return
    const behind = newest === null ? first : newest + MINUTE_MS
    const isNear = first - behind <= DAY_MS && reexecution.followsPrices
    for (let minute = isNear ? Math.min(behind, first) : Math.max(behind, first); minute <= last; minute += MINUTE_MS) {
      await load(minute)
      newest = minute
    }
    tape.dropBefore(first - KEPT_MINUTES * MINUTE_MS)
  }

  async function load(minute: number): Promise<void> {
    const published = await readMinute(minute)
    if (published === null) return
    const { seconds, batches } = batchesOf(published, (code) => onOtherPrices(minute, code))
    onPrices(minute, batches)
    tape.addMinute(minute, seconds, batches)
  }

  async function judgeRefusals(before: number): Promise<void> {
    for (; refusal.done !== true && refusal.value.at < before; refusal = refused.next()) {
      await loadUpTo(minutesOfRefusal(refusal.value))
      onRefusal(refusal.value, judgeRefusal(refusal.value, { tape, terms: inForce, brakes }))
    }
  }

  for await (const receipt of receipts) {
    const { facts, isBefore } = receipt
    if (isBefore) {
      reexecution.learn(facts)
      continue
    }
    await judgeRefusals(facts.at)
    await loadUpTo(minutesOf(facts))
    onExecution(receipt, reexecution.execute(facts))
  }
  await judgeRefusals(Number.POSITIVE_INFINITY)
}
