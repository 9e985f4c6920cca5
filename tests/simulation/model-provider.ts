/**
 * A provider as it may behave, with books of its own: it fills whole, in parts or not at all, refuses, answers late, twice, out of order or
 * never, forgets what it had, takes fills back and corrects them, is away and comes back. Nothing of it is worked out by the broker's code.
 *
 * What a line promises: what was handed over before a question is known when the question is answered, and what was on its way when the line
 * broke has either arrived or never will. Over a line with numbers a report is told until it is kept; over one without, what was on its way
 * is gone, and only a question brings it to light.
 */
import type { Provider, ProviderEvents, ProviderOrder, ProviderPosition, ProviderReport } from '../../broker/providers/provider'
import type { Random } from './random'

interface Execution {
  readonly quantity: bigint
  readonly price: bigint
}

type Step = { readonly kind: 'accept' } | { readonly kind: 'fill'; readonly quantity: bigint } | { readonly kind: 'cancel' | 'reject' }

interface HeldOrder {
  readonly order: ProviderOrder
  /** What is still to be done about it. */
  readonly plan: Step[]
  /** As they stand. */
  readonly standing: Map<string, Execution>
  /** All that were ever told, by number. */
  readonly told: Map<string, Execution>
  /** Nothing of it is told, but to whoever asks. */
  readonly isSilent: boolean
  isOver: boolean
  /** It never answers of its own, and says to whoever asks that there is no such order. */
  isForgotten: boolean
}

interface Outgoing {
  readonly report: ProviderReport
  readonly isAnswer: boolean
  isFlying: boolean
}

type Incoming = { readonly order: ProviderOrder; readonly isQuestion: boolean }

interface ModelTerms {
  readonly id: string
  readonly random: Random
  /** What the market says now, and the step of its prices. */
  priceOf(code: string): { readonly price: bigint; readonly point: bigint }
  /** Told with each thing that happens. */
  count(what: string): void
}

/** Thousandths of a unit: a lot has no smaller part. */
const SMALLEST = 100_000n

export class ModelProvider {
  readonly held = new Map<string, HeldOrder>()
  /** Orders that came a second time. */
  readonly repeated: string[] = []
  /** Fills whole, at once and at the limit, and does nothing wrong. */
  isPeaceful = false
  readonly keepsReports: boolean
  private isUp = true
  private line: ModelLine | null = null
  private incoming: Incoming[] = []
  private outgoing: Outgoing[] = []
  private number = 0
  private time = 1_000

  constructor(private readonly terms: ModelTerms) {
    this.keepsReports = terms.random.chance(65)
  }

  get isQuiet(): boolean {
    return this.incoming.length === 0 && this.outgoing.length === 0 && this.working().length === 0
  }

  /** The line of a process that begins. */
  client(): ModelLine {
    return new ModelLine(this, this.terms.id)
  }

  connect(line: ModelLine): boolean {
    this.line = line
    return this.isUp
  }

  hand(line: ModelLine, incoming: Incoming): void {
    this.incoming.push(incoming)
    if (!this.isPeaceful && !incoming.isQuestion && this.terms.random.chance(5)) {
      this.terms.count('line broke at an order')
      line.break()
      line.mend()
    }
  }

  /** The line is gone; what was on its way has arrived, or never will. */
  lost(line: ModelLine): void {
    if (this.line !== line) return
    for (const { order, isQuestion } of this.incoming.splice(0)) {
      if (isQuestion) continue
      if (this.terms.random.chance(50)) this.accept(order)
      else this.terms.count('order lost')
    }
    if (this.keepsReports) {
      this.outgoing = this.outgoing.filter(({ isAnswer }) => !isAnswer)
      for (const one of this.outgoing) one.isFlying = false
    } else {
      if (this.outgoing.length > 0) this.terms.count('reports lost')
      this.outgoing = []
    }
  }

  /** One thing that a provider does: takes what came, works on an order, tells, amends, goes, comes back. */
  act(): void {
    const { random } = this.terms
    const what = random.weighted({ take: 30, work: 32, tell: 32, amend: 3, forget: 1, interrupt: 2, turn: this.isUp ? 2 : 12 })
    if (what === 'take') this.take()
    else if (what === 'work') this.work()
    else if (what === 'tell') this.tell()
    else if (what === 'amend') this.amend()
    else if (what === 'forget') this.forget()
    else if (what === 'interrupt') this.interrupt()
    else this.turn()
  }

  /** Does all there is to be done, in its order. */
  finish(): void {
    this.isPeaceful = true
    if (!this.isUp) this.turn()
    while (this.incoming.length > 0) this.take()
    while (this.working().length > 0) this.work()
    for (let left = this.outgoing.length; left > 0; left--) this.tell()
  }

  position(code: string): bigint {
    let sum = 0n
    for (const { order, standing } of this.held.values()) {
      if (order.code !== code) continue
      for (const { quantity } of standing.values()) sum += order.side === 'buy' ? quantity : -quantity
    }
    return sum
  }

  positions(): ProviderPosition[] {
    const codes = new Set([...this.held.values()].map(({ order }) => order.code))
    return [...codes].map((code) => ({ code, quantity: this.position(code) }))
  }

  private working(): HeldOrder[] {
    return [...this.held.values()].filter(({ isOver }) => !isOver)
  }

  private take(): void {
    const next = this.incoming.shift()
    if (next === undefined) return
    if (next.isQuestion) this.answer(next.order)
    else this.accept(next.order)
  }

  private accept(order: ProviderOrder): void {
    if (this.held.has(order.id)) {
      this.repeated.push(order.id)
      return
    }
    const isSilent = !this.isPeaceful && this.terms.random.chance(4)
    if (isSilent) this.terms.count('provider silent')
    this.held.set(order.id, {
      order,
      plan: this.planFor(order),
      standing: new Map(),
      told: new Map(),
      isSilent,
      isOver: false,
      isForgotten: false,
    })
  }

  private planFor({ quantity }: ProviderOrder): Step[] {
    const { random } = this.terms
    const fate = this.isPeaceful ? 'whole' : random.weighted({ whole: 50, parts: 22, part: 12, nothing: 8, refused: 8 })
    this.terms.count(`provider ${fate}`)
    if (fate === 'refused') return [{ kind: 'reject' }]
    if (fate === 'nothing') return [{ kind: 'accept' }, { kind: 'cancel' }]
    if (fate === 'whole') return [{ kind: 'accept' }, { kind: 'fill', quantity }]
    const pieces: Step[] = []
    let left = fate === 'part' ? (quantity * BigInt(random.between(1, 9))) / 10n : quantity
    for (let count = random.between(2, 4); count > 0 && left > 0n; count--) {
      const piece = count === 1 && fate === 'parts' ? left : (left / BigInt(count) / SMALLEST) * SMALLEST
      if (piece > 0n) pieces.push({ kind: 'fill', quantity: piece })
      left -= piece
    }
    return [{ kind: 'accept' }, ...pieces, ...(fate === 'part' || left > 0n ? [{ kind: 'cancel' } as const] : [])]
  }

  private work(): void {
    const working = this.working()
    if (working.length === 0) return
    const held = this.isPeaceful ? working[0]! : this.terms.random.pick(working)
    const step = held.plan.shift() ?? { kind: 'cancel' as const }
    if (step.kind === 'accept') this.say(held, { kind: 'accepted' })
    else if (step.kind === 'fill') this.fill(held, step.quantity)
    else this.end(held, step.kind === 'reject' ? 'rejected' : 'canceled')
  }

  private fill(held: HeldOrder, quantity: bigint): void {
    const { side, limit, code } = held.order
    const { price: said, point } = this.terms.priceOf(code)
    const price = this.isPeaceful ? (limit ?? said) : said + BigInt(this.terms.random.between(-4, 4)) * point
    if (price <= 0n || (limit !== null && (side === 'buy' ? price > limit : price < limit))) {
      this.end(held, 'canceled')
      return
    }
    const execId = this.nextNumber('F')
    held.standing.set(execId, { quantity, price })
    held.told.set(execId, { quantity, price })
    held.isOver = sumOf(held.standing) >= held.order.quantity
    this.say(held, { kind: 'filled', execId, lastQuantity: quantity, lastPrice: price })
  }

  private end(held: HeldOrder, kind: 'rejected' | 'canceled'): void {
    held.isOver = true
    this.say(held, { kind, reason: kind === 'rejected' ? 'no credit' : '' })
  }

  private amend(): void {
    // Over a line without numbers nobody could be told.
    if (!this.keepsReports || this.isPeaceful) return
    const { random } = this.terms
    const able = [...this.held.values()].filter(({ isSilent, standing }) => !isSilent && standing.size > 0)
    if (able.length === 0) return
    const held = random.pick(able)
    const referredExecId = random.pick([...held.standing.keys()])
    const was = held.standing.get(referredExecId)!
    held.standing.delete(referredExecId)
    if (random.chance(50)) {
      this.terms.count('provider busted')
      this.say(held, { kind: 'busted', referredExecId })
      return
    }
    this.terms.count('provider corrected')
    const { point } = this.terms.priceOf(held.order.code)
    const less = (was.quantity / 10n / SMALLEST) * SMALLEST
    const now = {
      quantity: random.chance(50) ? was.quantity - less : was.quantity,
      price: was.price + BigInt(random.between(1, 9)) * point,
    }
    const execId = this.nextNumber('C')
    held.standing.set(execId, now)
    held.told.set(execId, now)
    this.say(held, { kind: 'corrected', execId, referredExecId, lastQuantity: now.quantity, lastPrice: now.price })
  }

  /** An order that waits there, of which everything that happened has been told. */
  private forget(): void {
    if (this.isPeaceful) return
    const isTold = ({ order, standing, isSilent }: HeldOrder) =>
      (standing.size === 0 || (this.keepsReports && !isSilent)) && !this.outgoing.some(({ report }) => report.orderId === order.id)
    const able = this.working().filter(isTold)
    if (able.length === 0) return
    const held = this.terms.random.pick(able)
    held.isOver = true
    held.isForgotten = true
    this.terms.count('provider forgot')
  }

  private interrupt(): void {
    const { line } = this
    if (line === null || !this.isUp) return
    this.terms.count('line broke')
    line.break()
    line.mend()
  }

  private turn(): void {
    this.isUp = !this.isUp
    this.terms.count(this.isUp ? 'provider back' : 'provider away')
    if (this.isUp) this.line?.mend()
    else this.line?.break()
  }

  private answer(order: ProviderOrder): void {
    const held = this.held.get(order.id)
    this.time += 1
    const facts = { execId: '', referredExecId: null, lastQuantity: 0n, lastPrice: 0n, reason: '', orderId: order.id, time: this.time }
    const isUnknown = held === undefined || held.isForgotten
    const sums = isUnknown ? { filledQuantity: 0n, averagePrice: 0n, leavesQuantity: 0n } : sumsOf(held)
    const report: ProviderReport = { ...facts, ...sums, kind: isUnknown ? 'unknown' : 'status', isFinal: held?.isOver ?? true }
    this.outgoing.push({ report, isAnswer: true, isFlying: false })
  }

  /** One report, not always the oldest; now and then it is told again. */
  private tell(): void {
    const { line } = this
    const { random } = this.terms
    if (line === null || !this.isUp) return
    const ready = this.outgoing.filter(({ isFlying }) => !isFlying)
    const one = this.isPeaceful || random.chance(70) ? ready[0] : ready[random.below(ready.length)]
    if (one === undefined) return
    one.isFlying = true
    const isTwice = !this.isPeaceful && !one.isAnswer && random.chance(10)
    line.tell(one.report).then(
      () => {
        one.isFlying = false
        if (isTwice) this.terms.count('report twice')
        else this.outgoing = this.outgoing.filter((other) => other !== one)
      },
      () => {
        one.isFlying = false
        if (one.isAnswer || !this.keepsReports) this.outgoing = this.outgoing.filter((other) => other !== one)
      },
    )
  }

  private say(held: HeldOrder, facts: Partial<ProviderReport> & Pick<ProviderReport, 'kind'>): void {
    if (held.isSilent) return
    this.time += 1
    const nothing = { execId: this.nextNumber('R'), referredExecId: null, lastQuantity: 0n, lastPrice: 0n, reason: '' }
    const sums = { ...sumsOf(held), isFinal: held.isOver }
    this.outgoing.push({
      report: { ...nothing, ...sums, orderId: held.order.id, time: this.time, ...facts },
      isAnswer: false,
      isFlying: false,
    })
  }

  private nextNumber(kind: string): string {
    this.number += 1
    return `${kind}${this.number}`
  }
}

/** A connection of one process. */
export class ModelLine implements Provider {
  isConnected = false
  private events: ProviderEvents | null = null

  constructor(
    private readonly provider: ModelProvider,
    readonly id: string,
  ) {}

  start(events: ProviderEvents): void {
    this.events = events
    if (this.provider.connect(this)) this.mend()
  }

  mend(): void {
    if (this.events === null || this.isConnected) return
    this.isConnected = true
    this.events.connected(true, '')
  }

  break(): void {
    if (!this.isConnected) return
    this.isConnected = false
    this.provider.lost(this)
    this.events?.connected(false, 'the line broke')
  }

  /** The process has died: nothing reaches it, and nothing comes of it. */
  cut(): void {
    this.events = null
    this.isConnected = false
    this.provider.lost(this)
  }

  tell(report: ProviderReport): Promise<void> {
    return this.events === null ? Promise.reject(new Error('nobody is there')) : Promise.resolve(this.events.reported(report))
  }

  submit(order: ProviderOrder): Promise<void> {
    return this.handed({ order, isQuestion: false })
  }

  askAfter(order: ProviderOrder): Promise<void> {
    return this.handed({ order, isQuestion: true })
  }

  positions(): Promise<readonly ProviderPosition[]> {
    return this.isConnected ? Promise.resolve(this.provider.positions()) : Promise.reject(new Error('not connected'))
  }

  async close(): Promise<void> {
    this.cut()
  }

  private handed(incoming: Incoming): Promise<void> {
    if (!this.isConnected) return Promise.reject(new Error('not connected'))
    this.provider.hand(this, incoming)
    return Promise.resolve()
  }
}

function sumOf(executions: ReadonlyMap<string, Execution>): bigint {
  let sum = 0n
  for (const { quantity } of executions.values()) sum += quantity
  return sum
}

function sumsOf({ order, standing, isOver }: HeldOrder): Pick<ProviderReport, 'filledQuantity' | 'leavesQuantity' | 'averagePrice'> {
  const filledQuantity = sumOf(standing)
  return { filledQuantity, averagePrice: averageOf([...standing.values()]), leavesQuantity: isOver ? 0n : order.quantity - filledQuantity }
}

/** To the nearest 10⁻⁸, half to even. */
export function averageOf(executions: readonly Execution[]): bigint {
  let [quantity, worth] = [0n, 0n]
  for (const one of executions) {
    quantity += one.quantity
    worth += one.quantity * one.price
  }
  if (quantity === 0n) return 0n
  const [whole, rest] = [worth / quantity, (worth % quantity) * 2n]
  return rest > quantity || (rest === quantity && whole % 2n === 1n) ? whole + 1n : whole
}
