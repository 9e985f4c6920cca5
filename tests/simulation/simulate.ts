/**
 * One seed of the simulation: a world of several brands and traders, in which everything that happens is drawn from the seed:
 * prices and their faults, what traders ask for, what waits while something else goes on, where the process crashes.
 *
 * Invariant: the same seed and number of events give the same state hash, on any machine and at any load.
 */
import type { AccountBooks } from '../../broker/ledger/account-books'
import { ENGINE, traderActor, watchTicks } from '../../broker/ledger/trade-unit'
import type { Tenant } from '../../contract/tenant'
import { type FrozenClock, frozenClock } from '../fixtures/frozen-clock'
import { MODEL_PROVIDER, ROUTED_BRAND } from './brands'
import { RoutedChecks } from './check-routed'
import { checkStore, stateHash } from './check-store'
import { TickChecks } from './check-tick'
import { UnitChecks, type Violation } from './check-unit'
import { accountKey, type KeptUnit, MemoryBooks, StoreRefusedError, type UnitFate } from './memory-books'
import { type ModelLine, ModelProvider } from './model-provider'
import { INSTRUMENTS, PriceScript, type TickFault } from './price-script'
import { type Process, startProcess } from './process'
import { Random } from './random'
import { chargeLastRollover } from './rollovers'
import type { SimulationOptions, SimulationResult } from './simulation-options'
import { Steps, turn } from './steps'
import { Timers } from './timers'
import { CALL_WEIGHTS, type CallName, type Decision, TraderCalls } from './trader-calls'

const EVENT_WEIGHTS = {
  tick: 600,
  burst: 50,
  fault: 40,
  call: 260,
  retry: 40,
  hours: 12,
  rollover: 6,
  freeze: 10,
  clock: 8,
  crash: 5,
  reload: 4,
  provider: 420,
} as const
/** Brands that stand against their traders' orders themselves, each with a demo account and a real one. */
const OWN_BOOKS = ['aurora', 'graphite', 'meridian']
const FULL_CHECK_EVERY = 250
const FAULTS: readonly TickFault[] = ['duplicate', 'late', 'spike', 'zero', 'negative', 'crossed']
const STARTS = ['2026-11-18T12:00:00Z', '2026-11-20T21:30:00Z', '2026-03-29T00:30:00Z', '2026-10-25T22:30:00Z', '2026-11-16T08:00:00Z']
/** A Tuesday, all markets open. */
const OPEN_HOUR = Date.parse('2026-11-17T14:00:00Z')
const HOUR_MS = 3_600_000
const HEARTBEAT_MS = 1_000
/** What a provider has refused is tried again within it. */
const LONGEST_PAUSE_MS = 61_000
const ROUNDS_TO_END = 40
/** What is covered by time alone waits for one, what was away for another. */
const QUIET_ROUNDS = 3

interface Trader {
  readonly tenantId: string
  readonly traderId: bigint
  readonly isDemo: boolean
}

interface OpenCall {
  readonly key: string
  readonly trader: Trader
  readonly name: CallName
  readonly decide: Decision
}

export class Simulation {
  readonly clock: FrozenClock
  readonly prices: PriceScript
  readonly store: MemoryBooks
  readonly tally = new Map<string, number>()
  private readonly random: Random
  readonly model: ModelProvider
  private readonly steps = new Steps()
  private readonly timers: Timers
  private line: ModelLine | undefined
  private readonly tenants = new Map<string, Tenant>()
  private readonly fullOffers = new Map<string, Tenant>()
  private readonly traders: Trader[] = []
  private readonly calls: TraderCalls
  private readonly unitChecks: UnitChecks
  private readonly tickChecks: TickChecks
  private readonly routedChecks: RoutedChecks
  /** Calls whose answer never came; their traders ask again. */
  private readonly unanswered: OpenCall[] = []
  private readonly inFlight = new Set<OpenCall>()
  private readonly acknowledged = new Set<string>()
  private process: Process | undefined
  private violation: Violation | null = null
  private event = 0
  private callCount = 0
  private heartbeatAtMs = 0
  /** What the engine has kept since the last event began. */
  private engineUnits: KeptUnit[] = []
  /** False once a unit was refused or the process crashed since the last event began. */
  private isQuiet = true
  /** Nothing goes wrong any more: what is under way comes to its end. */
  private isEnding = false

  constructor(private readonly options: SimulationOptions) {
    this.random = new Random(options.seed)
    this.clock = frozenClock(Date.parse(this.random.pick(STARTS)))
    for (const tenant of options.tenants) {
      this.tenants.set(tenant.id, tenant)
      this.fullOffers.set(tenant.id, tenant)
    }
    this.prices = new PriceScript(this.clock, this.random, () => this.tenants.values())
    this.timers = new Timers(() => this.clock.monotonic())
    this.model = new ModelProvider({
      id: MODEL_PROVIDER,
      random: this.random,
      priceOf: (code) => this.prices.priceOf(code),
      count: (what) => this.count(what),
    })
    const { plant } = options
    this.store = new MemoryBooks(() => this.clock.now(), this.steps, {
      fate: () => this.fate(),
      crashed: () => this.crash(),
      kept: (unit) => this.kept(unit),
      sabotage: plant?.books && ((books) => plant.books?.(books, this) ?? books),
    })
    plant?.store?.(this.store)
    const tenantOf = (id: string) => this.tenants.get(id)!
    const complain = (invariant: string, row: string) => this.complain(invariant, row)
    this.routedChecks = new RoutedChecks(this.store, this.model, complain)
    this.unitChecks = new UnitChecks(this.store, this.prices, tenantOf, complain, this.routedChecks)
    this.tickChecks = new TickChecks(this.store, this.prices, tenantOf, complain)
    this.calls = new TraderCalls(this.random, this.prices)
  }

  /** The tenant as it is now, and what decisions need: for planted bugs. */
  unitOver(books: AccountBooks) {
    return { services: this.process!.services, tenant: this.tenants.get(books.account.tenantId)!, books, actor: ENGINE }
  }

  async run(): Promise<SimulationResult> {
    const restore = this.timers.install()
    try {
      return await this.live()
    } finally {
      restore()
    }
  }

  private async live(): Promise<SimulationResult> {
    this.openAccounts()
    while (this.event < this.options.events && this.violation === null) {
      if (this.process === undefined) await this.boot()
      this.event += 1
      await this.oneEvent()
      if (this.event % FULL_CHECK_EVERY === 0) this.checkAll()
    }
    if (this.violation === null) await this.finish()
    const { seed } = this.options
    const failure = this.violation === null ? null : { ...(this.violation as Violation), seed, event: this.event }
    return { seed, events: this.event, hash: stateHash(this.store), failure, tally: this.tally }
  }

  private openAccounts(): void {
    const tenants = [...this.tenants.keys()]
    for (let i = 0; i < 10; i++) {
      const tenantId = i < 6 ? OWN_BOOKS[i % 3]! : ROUTED_BRAND
      if (!tenants.includes(tenantId)) continue
      const trader = { tenantId, traderId: BigInt(1_000 + i), isDemo: i < 6 ? i % 2 === 0 : i === 9 }
      this.traders.push(trader)
      this.store.fund(trader, BigInt(this.random.pick([2_000, 10_000, 50_000])) * 10n ** 8n)
    }
  }

  /** What stands in the store comes back, and each instrument speaks before anything is asked. */
  private async boot(): Promise<void> {
    const { clock, store, prices } = this
    const { signer, plant } = this.options
    const tenant = (id: string) => this.tenants.get(id)
    this.line = this.model.client()
    this.process = await startProcess({
      line: this.line,
      clock,
      store,
      prices,
      signer,
      tenant,
      failed: (error) => this.failed(error),
      plant: plant?.process,
    })
    this.count('boot')
    for (const { code } of INSTRUMENTS) if (this.random.chance(80)) this.prices.speak(code)
    await this.settle()
  }

  private async oneEvent(): Promise<void> {
    this.engineUnits = []
    const wasIdle = this.steps.count === 0
    this.isQuiet = wasIdle
    this.passTime()
    const kind = this.random.weighted(EVENT_WEIGHTS)
    this.count(kind)
    if (kind === 'tick') return this.tick()
    if (kind === 'burst') this.burst()
    else if (kind === 'fault') this.fault()
    else if (kind === 'call') this.ask(this.newCall())
    else if (kind === 'retry') this.retry()
    else if (kind === 'hours') this.prices.lookAtHours()
    else if (kind === 'rollover') this.rollover()
    else if (kind === 'freeze') this.prices.freeze(this.random.pick(INSTRUMENTS).code, this.random.between(500, 20_000))
    else if (kind === 'clock') this.jumpClock()
    else if (kind === 'reload') this.reloadTenant()
    else if (kind === 'provider') this.model.act()
    else this.crash()
    await this.goOn()
  }

  private passTime(): void {
    this.clock.advance(this.random.chance(3) ? this.random.between(1_000, 12_000) : this.random.between(0, 160))
    this.timers.run()
    const now = this.clock.monotonic()
    if (now - this.heartbeatAtMs < HEARTBEAT_MS) return
    this.heartbeatAtMs = now
    this.prices.standBy()
  }

  private async tick(): Promise<void> {
    const { code } = this.random.pick(INSTRUMENTS)
    // What a heartbeat has set off goes first, so that the tick alone answers for what follows.
    if (this.isQuiet) await this.settle()
    if (this.process === undefined || this.prices.isFrozen(code)) return
    this.engineUnits = []
    const isBelieved = this.prices.speak(code)
    if (!isBelieved) this.count('tick refused')
    if (!this.isQuiet || this.random.chance(25)) return this.goOn()
    await this.settle()
    if (isBelieved && this.isQuiet && this.process !== undefined) this.tickChecks.check(code, this.engineUnits)
  }

  /** Ticks that come faster than what they set off is carried out. */
  private burst(): void {
    const { code } = this.random.pick(INSTRUMENTS)
    if (this.process === undefined || this.prices.isFrozen(code)) return
    for (let left = this.random.between(2, 4); left > 0; left--) this.prices.speak(code)
  }

  private fault(): void {
    const fault = this.random.pick(FAULTS)
    const believed = this.prices.misspeak(this.random.pick(INSTRUMENTS).code, fault)
    if (believed !== null) this.complain('G29', `the broker believed a ${believed}`)
  }

  private newCall(): OpenCall {
    const trader = this.random.pick(this.traders)
    const account = this.store.accounts.get(accountKey(trader))!
    if (!trader.isDemo && account.balance < 10n ** 10n && this.random.chance(30)) this.deposit(trader)
    const orders = this.store.openOrdersOf(trader)
    const strange = this.store.orders.size > 0 && this.random.chance(8) ? [...this.store.orders.values()] : []
    const wanted = this.random.weighted(CALL_WEIGHTS)
    const needsOrder = wanted !== 'market' && wanted !== 'pending' && wanted !== 'reset'
    const name = needsOrder && orders.length === 0 && this.random.chance(90) ? 'market' : wanted
    this.callCount += 1
    const caller = { tenant: this.tenants.get(trader.tenantId)!, isDemo: trader.isDemo, orders: strange.length > 0 ? strange : orders }
    return { key: `call-${this.callCount}`, trader, name, decide: this.calls.decide(name, caller) }
  }

  private deposit(trader: Trader): void {
    const account = this.store.fund(trader, 5_000n * 10n ** 8n)
    this.unitChecks.checkAccount(trader)
    this.process?.book.apply(account, [])
  }

  private ask(call: OpenCall): void {
    this.inFlight.add(call)
    void this.carryOut(call).catch((error: unknown) => this.failed(error, call))
  }

  /** As broker/trading/trading-handlers.ts does it. */
  private async carryOut(call: OpenCall): Promise<void> {
    const { process } = this
    const { trader, key, decide, name } = call
    if (process === undefined) return
    const result = await process.connection.withBooks(
      trader.tenantId,
      trader.traderId,
      (books) => {
        const outcome = decide({
          services: process.services,
          tenant: this.tenants.get(trader.tenantId)!,
          books,
          actor: traderActor(trader.traderId),
        })
        if (outcome.ok) watchTicks(process.services.pricing, books)
        return outcome
      },
      key,
    )
    if (result === undefined) return this.complain('boot', 'a trader without an account')
    if (result.kept !== null) process.applied(result.kept)
    this.inFlight.delete(call)
    this.count(result.outcome.ok ? `${name} ok` : `refused ${result.outcome.error}`)
    if (result.kept !== null) this.acknowledged.add(key)
    // The answer may be lost on its way although all went well.
    if (this.random.chance(6)) this.unanswered.push(call)
  }

  private retry(): void {
    const [call] = this.unanswered.splice(0, 1)
    if (call !== undefined) this.ask(call)
  }

  /** Whoever waited for an answer will ask again. */
  private crash(): void {
    if (this.process === undefined) return
    this.process.connection.cut()
    this.process = undefined
    this.line?.cut()
    this.timers.abandon()
    this.steps.abandon()
    this.unanswered.push(...this.inFlight)
    this.inFlight.clear()
    this.isQuiet = false
    this.count('crashed')
  }

  private jumpClock(): void {
    const wall = this.clock.now()
    const byHours = this.random.pick([-72, -1, -0.05, 0.05, 1, 12, 50, 72])
    // A week in which forex rests is left again soon: most of what there is to see happens while markets are open.
    const isResting = !this.prices.isOpen('EURUSD')
    this.clock.setWall(isResting && this.random.chance(70) ? OPEN_HOUR + (wall % HOUR_MS) : wall + byHours * HOUR_MS)
    this.prices.lookAtHours()
  }

  /** Every account once, in the midst of what else is going on. */
  private rollover(): void {
    for (const { tenantId, traderId } of this.traders) {
      if (this.process === undefined) return
      const tenant = () => this.tenants.get(tenantId)!
      const charged = { process: this.process, store: this.store, tenant, traderId }
      void chargeLastRollover(charged, this.clock.now()).catch((error: unknown) => this.failed(error))
    }
  }

  /** A brand stops offering an instrument, or offers all again; it may halt new orders, or everything but cancelling. */
  private reloadTenant(): void {
    const id = this.random.pick([...this.tenants.keys()])
    const full = this.fullOffers.get(id)!
    const left = this.random.chance(60) ? undefined : this.random.pick(INSTRUMENTS).code
    const instruments = left === undefined ? undefined : INSTRUMENTS.map(({ code }) => code).filter((code) => code !== left)
    const mode = this.random.weighted({ normal: 80, 'close-only': 10, 'cancel-only': 10 })
    this.count(mode)
    this.tenants.set(id, { ...full, trading: { ...full.trading, mode, instruments } })
    this.prices.noteAllTradable()
  }

  private fate(): UnitFate {
    const { random } = this
    if (this.isEnding || random.chance(97.5)) return 'kept'
    const fate = random.pick([
      'run-twice',
      'run-twice',
      'unreachable',
      'refused-by-store',
      'crash-before-commit',
      'crash-after-commit',
    ] as const)
    this.count(fate)
    if (fate === 'refused-by-store' || fate === 'unreachable') this.isQuiet = false
    return fate
  }

  private kept(unit: KeptUnit): void {
    const isAnswer = unit.books.endedRoutes.length > 0
    if (unit.key === undefined && !isAnswer) this.engineUnits.push(unit)
    for (const { end } of unit.books.endedRoutes) this.count(`asking ${end.outcome}`)
    this.unitChecks.check(unit)
    for (const { closeReason, cancelReason } of unit.books.changed)
      if (closeReason !== null) this.count(`end ${cancelReason ?? closeReason}`)
    for (const { kind } of unit.books.transactions) this.count(`ledger ${kind}`)
    if (unit.books.events.some(({ topic }) => topic === 'ACCOUNT_NOTICE')) this.count('margin call')
  }

  private failed(error: unknown, call?: OpenCall): void {
    if (call !== undefined) {
      this.inFlight.delete(call)
      this.unanswered.push(call)
    }
    if (error instanceof StoreRefusedError) return
    this.complain('error', error instanceof Error ? (error.stack ?? error.message) : String(error))
  }

  /** Some of what waits goes on, or all of it. */
  private async goOn(): Promise<void> {
    if (this.random.chance(70)) return this.settle()
    for (let left = this.random.below(4); left > 0; left--) {
      await turn()
      if (this.steps.count > 0) this.steps.resume(this.random.below(this.steps.count))
    }
    await turn()
  }

  private async settle(): Promise<void> {
    for (;;) {
      await turn()
      if (this.steps.count === 0) return
      this.steps.resume(this.random.below(this.steps.count))
    }
  }

  private async finish(): Promise<void> {
    await this.settle()
    while (this.unanswered.length > 0 || this.process === undefined) {
      if (this.process === undefined) await this.boot()
      this.retry()
      await this.settle()
    }
    await this.answerAll()
    this.checkAll()
    this.routedChecks.checkEnd()
    if (this.process.book.openOrders !== this.store.openOrders) {
      this.complain('book', `the engine watches ${this.process.book.openOrders} of ${this.store.openOrders} open orders`)
    }
  }

  /** Markets are open, the provider is there, and time passes until nobody waits for anybody and every price has been heard. */
  private async answerAll(): Promise<void> {
    this.isEnding = true
    for (const [id, tenant] of this.fullOffers) this.tenants.set(id, tenant)
    for (let [round, quiet] = [0, 0]; quiet < QUIET_ROUNDS && this.violation === null; round++) {
      const asked = this.store.tables.orders.size
      this.clock.setWall(OPEN_HOUR)
      this.clock.advance(LONGEST_PAUSE_MS)
      this.prices.thaw()
      this.prices.lookAtHours()
      for (const { code } of INSTRUMENTS) {
        while (!this.prices.speak(code, true)) await this.settle()
        this.prices.speak(code, true)
      }
      await this.letAllAnswer()
      this.prices.standBy()
      await this.letAllAnswer()
      quiet = this.isAtRest() && this.store.tables.orders.size === asked ? quiet + 1 : 0
      if (round === ROUNDS_TO_END) this.complain('provider', 'what was asked for never came to rest')
    }
    if (this.violation !== null) return
    for (const { code } of INSTRUMENTS) this.tickChecks.check(code, [], true)
  }

  private async letAllAnswer(): Promise<void> {
    do {
      this.timers.run()
      await this.settle()
      this.model.finish()
      await this.settle()
    } while (!this.model.isQuiet)
  }

  private isAtRest(): boolean {
    const { orders, routes } = this.store.tables
    return [...orders.values(), ...routes.values()].every(({ endedAt }) => endedAt !== null)
  }

  private checkAll(): void {
    this.routedChecks.checkTables()
    for (const trader of this.traders) this.unitChecks.checkAccount(trader)
    checkStore(this.store, (invariant, row) => this.complain(invariant, row))
    for (const key of this.acknowledged) if (!this.store.keys.has(key)) this.complain('I5', `${key} was acknowledged and has no effect`)
  }

  /** The first one counts. */
  private complain(invariant: string, row: string): void {
    this.violation ??= { invariant, row }
  }

  private count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1)
  }
}

export function simulate(options: SimulationOptions): Promise<SimulationResult> {
  return new Simulation(options).run()
}
