/** What executing a day again has come to: counts by kind, what was not executed and why, and the first order that differs. */

import type { Difference, ExecutedKind, Execution, NotExecuted } from '../../rules/reexecute/execution'
import type { ReceiptFacts } from '../../rules/reexecute/receipt-facts'
import type { Refusal, RefusalJudgement } from '../../rules/reexecute/refusals'
import type { OtherTick, SeedDay } from '../../rules/simulated/committed-seeds'
import { sha256Hex } from '../receipts/canonical-json'

/** A receipt that says anything else than what comes of executing it again. */
interface DifferingReceipt {
  /** Null of a charge of the account as a whole. */
  readonly order: string | null
  readonly event: string
  readonly kind: ExecutedKind
  readonly at: number
  readonly difference: Difference
}

const WHY: Readonly<Record<NotExecuted, string>> = {
  nothing_traded: 'nothing was traded',
  provider: 'a provider holds it, and nothing says what its price was',
  no_prices: 'no committed prices of its moment',
  no_terms: 'no committed terms that say how',
  no_opening: 'the opening is not at hand',
  old_price: 'a price remembered from before',
}

const SEED_STATES: Readonly<Record<SeedDay['state'], string>> = {
  revealed: 'revealed as committed',
  open: 'not revealed yet',
  withheld: 'never revealed',
  other: 'and another one was revealed',
}

export class ExecutionTally {
  readonly same = new Map<ExecutedKind, number>()
  readonly notExecuted = new Map<NotExecuted, number>()
  first: DifferingReceipt | null = null
  differing = 0
  private readonly notes: string[] = []
  private others = 0
  private unread = 0
  /** Refused orders, judged again. */
  readonly refusals = { right: 0, wrong: 0, not_judged: 0 }
  /** Refused orders that were committed to and are counted no more. */
  leftOut = 0
  /** Seconds of an instrument with a tick that is not what the seed of its day comes to, and days whose seed is not the one that was promised. */
  readonly seeds = { otherTicks: 0, otherDays: 0 }

  take({ order, event, at }: Pick<ReceiptFacts, 'order' | 'event' | 'at'>, execution: Execution): void {
    if (execution.outcome === 'same') this.same.set(execution.kind, (this.same.get(execution.kind) ?? 0) + 1)
    else if (execution.outcome === 'not_executed') {
      this.notExecuted.set(execution.reason, (this.notExecuted.get(execution.reason) ?? 0) + 1)
    } else {
      this.differing += 1
      this.first ??= { order, event, kind: execution.kind, at, difference: execution.difference }
    }
  }

  refusal({ instrument, at, type, reason }: Refusal, judgement: RefusalJudgement): void {
    this.refusals[judgement.outcome] += 1
    if (judgement.outcome !== 'wrong' || this.refusals.wrong > 1) return
    const said = `expected ${judgement.expected}, stated ${judgement.stated}`
    this.notes.push(`first refusal that is wrong: ${type} ${instrument} at ${new Date(at).toISOString()}, ${reason}: ${said}`)
  }

  refusalsLeftOut(count: number): void {
    this.leftOut = count
    if (count > 0) this.notes.push(`${count} refused orders that were committed to are left out of the day`)
  }

  /** Prices that are not those that were committed. */
  otherPrices(minute: number, code: string | null): void {
    this.others += 1
    const of = code === null ? 'its document is another one' : `of ${code} they are others`
    if (this.others === 1) this.notes.push(`prices of ${new Date(minute).toISOString().slice(0, 16)}Z are not those committed: ${of}`)
  }

  otherTick({ market, code, time, expected, stated }: OtherTick): void {
    this.seeds.otherTicks += 1
    if (this.seeds.otherTicks > 1) return
    const said = `expected ${expected || '(none)'}, stated ${stated}`
    this.notes.push(`first tick that is not of its day's seed: ${market} ${code} at ${new Date(time).toISOString()}: ${said}`)
  }

  /** @param checked ticks that were held against what was revealed */
  seedDays(days: readonly SeedDay[], checked: number): void {
    for (const { market, day, committedAt, isLate, state, jumps } of days) {
      const when = `committed ${new Date(committedAt).toISOString()}${isLate ? ', late' : ''}`
      if (state === 'other' || state === 'withheld' || jumps) this.seeds.otherDays += 1
      const begins = jumps ? '; it begins where the day before did not end' : ''
      this.notes.push(`seed of ${market} ${day}: ${when}, ${SEED_STATES[state]}${begins}`)
    }
    if (checked > 0) this.notes.push(`${checked} ticks worked out from their seed, ${this.seeds.otherTicks} seconds differ`)
  }

  unreadable(id: string): void {
    this.unread += 1
    if (this.unread === 1) this.notes.push(`receipt ${id} cannot be read`)
  }

  /** @param committed null where the company never said by which rules it works */
  rules(committed: string | null, own: string): void {
    if (committed === own) this.notes.push(`rules ${sha256Hex(own)}, as committed`)
    else if (committed === null) this.notes.push('no rules were committed')
    else this.notes.push(`executed by the rules ${sha256Hex(own)}; committed were ${sha256Hex(committed)}`)
  }

  get isClean(): boolean {
    const { refusals, seeds } = this
    const wrong = this.differing + refusals.wrong + this.leftOut + this.others + this.unread
    return wrong + seeds.otherTicks + seeds.otherDays === 0
  }

  /** For a terminal; the last one says `clean` or names the first order that differs. */
  lines(): string[] {
    const same = [...this.same].map(([kind, count]) => `${kind}: ${count} the same`)
    const left = [...this.notExecuted].map(([reason, count]) => `not executed again: ${count}, ${WHY[reason]}`)
    const { first } = this
    const { right, wrong, not_judged: open } = this.refusals
    const judged =
      right + wrong + open === 0 ? [] : [`refused orders: ${right} rightly, ${wrong} wrongly, ${open} that only the account tells`]
    const done = this.differing + [...this.same.values()].reduce((sum, count) => sum + count, 0)
    const counted = [...same, ...left, ...judged, ...this.notes, `${done} executed again, ${this.differing} differ`]
    if (first !== null) {
      const { difference, order, kind, at } = first
      const said = `${difference.fact} expected ${difference.expected || '(none)'}, stated ${difference.stated || '(none)'}`
      return [...counted, `first that differs: order ${order ?? '(none)'}, ${kind} at ${new Date(at).toISOString()}: ${said}`]
    }
    return [...counted, this.isClean ? 'clean' : 'not clean']
  }
}
