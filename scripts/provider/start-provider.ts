/**
 * A provider of prices and liquidity on this machine, for demonstrations and tests: an acceptor of FIX 4.4 that quotes recorded ticks
 * or the simulated market. It is no market, and its fills are nobody's.
 */
import path from 'node:path'
import { type FixListener, listenFix } from '../../broker/fix/fix-listener'
import type { Field, FixMessage } from '../../broker/fix/fix-message'
import type { FixSession } from '../../broker/fix/fix-session'
import { type FixStore, memoryFixStore } from '../../broker/fix/session-store'
import { MsgType, Tag } from '../../broker/fix/tags'
import { CATALOGUE } from '../../broker/market/catalogue'
import type { Feed } from '../../broker/market/feed'
import { openReplayFeed } from '../../broker/market/replay-feed'
import { SimulatedFeed } from '../../broker/market/simulated-feed'
import { DailyStatement } from './daily-statement'
import { Dealer, type DealerFaults, type DealingStep } from './dealer'
import { fileFixStore } from './file-fix-store'
import { ProviderBooks } from './provider-books'
import { QuoteBoard } from './quote-board'

export interface ProviderOptions {
  readonly host: string
  readonly port: number
  readonly tls: { readonly cert: string; readonly key: string } | null
  /** Its own CompID, and those that may log on: for prices, for orders, for copies of all reports. */
  readonly name: string
  readonly quotes: string
  readonly orders: string
  readonly copies: string
  /** Empty: any. */
  readonly password: string
  /** A folder in one of the layouts of REPLAY_DIR; null for the simulated market. */
  readonly replay: { readonly directory: string; readonly speed: number; readonly from: string | undefined } | null
  readonly codes: readonly string[]
  /** Units at each level of the book, the best first, decimal texts. */
  readonly depth: readonly string[]
  /** Where it remembers orders, positions and the numbers of its sessions. */
  readonly folder: string
  /** Where it puts its statement of each day, and what it charges; left out: it writes none. */
  readonly statements?: { readonly folder: string; readonly commissionPerMillion: string; readonly overcharge: string }
  readonly faults: DealerFaults & { readonly dropEveryMs: number }
  readonly random: () => number
  /** Whose time it lives by; then its prices go on with `advance` alone. By the machine's when absent. */
  readonly clock?: { now(): number }
  /** Hears who logs on and off, and what is dealt: a line each. */
  readonly said?: (line: string) => void
  /** Hears how far an order has come. */
  readonly stepped?: (step: DealingStep) => void
}

export interface DemoProvider {
  readonly port: number
  /** What it quotes, under our own codes. */
  readonly codes: readonly string[]
  /** How many instruments are being told, over all who asked. */
  asked(): number
  /** Quotes what is due by its clock. */
  advance(): void
  cut(): void
  close(): Promise<void>
}

const ADVANCE_MS = 20
const STATEMENT_LOOK_MS = 2_000
const HEARS = new Set<string>([
  MsgType.MarketDataRequest,
  MsgType.SecurityListRequest,
  MsgType.NewOrderSingle,
  MsgType.OrderStatusRequest,
  MsgType.RequestForPositions,
])
const RESENDS = new Set<string>([MsgType.ExecutionReport])
const clock = { now: () => Date.now(), monotonic: () => performance.now() }

export async function startProvider(options: ProviderOptions): Promise<DemoProvider> {
  const feed = openFeed(options)
  const board = new QuoteBoard(feed.instruments, options.depth)
  const sessions = new Map<string, FixSession>()
  const books = new ProviderBooks(options.folder)
  const tell = (to: string, fields: readonly Field[]): Promise<unknown> =>
    sessions.get(to)?.send(fields) ?? Promise.reject(new Error(`${to} is not logged on`))
  const dealer = new Dealer(books, board, options.faults, options.copies, tell, options.random)
  const { said = () => {} } = options
  dealer.onDealt = said
  if (options.stepped !== undefined) dealer.onStep = options.stepped
  // Prices are never sent a second time, so nothing of that session has to be remembered.
  const stores: Record<string, FixStore> = { [options.quotes]: memoryFixStore() }
  for (const peer of [options.orders, options.copies]) {
    if (peer !== '') stores[peer] = await fileFixStore(path.join(options.folder, `${peer}.ndjson`))
  }
  const receive = (peer: string, message: FixMessage): void => {
    const send = (fields: readonly Field[]): void => void tell(peer, fields).catch(() => {})
    if (message.type === MsgType.MarketDataRequest) board.answerRequest(message, peer, send)
    else if (message.type === MsgType.SecurityListRequest) board.answerList(message, send)
    else if (message.type === MsgType.NewOrderSingle) dealer.take(message, peer)
    else if (message.type === MsgType.OrderStatusRequest) dealer.answerStatus(message, peer)
    else if (message.type === MsgType.RequestForPositions) dealer.answerPositions(message, peer)
  }
  const listener = await listenFix({
    ...options,
    find(logon, session) {
      const peer = logon.text(Tag.SenderCompID)
      const store = stores[peer]
      if (store === undefined || logon.text(Tag.TargetCompID) !== options.name) return null
      const isKnown = options.password === '' || logon.text(Tag.Password) === options.password
      const judge = (): string | null => (isKnown ? null : 'wrong password')
      const parties = { us: options.name, them: peer }
      return {
        session: { parties, store, clock, hears: HEARS, resends: RESENDS, logon: { role: 'acceptor', judge } },
        events: {
          opened() {
            sessions.set(peer, session())
            said(`${peer} is logged on`)
            void dealer.catchUp(peer)
          },
          received: (message) => receive(peer, message),
          heard() {},
          holed() {},
          mended() {},
          closed() {
            if (sessions.delete(peer)) said(`${peer} is gone`)
            board.forget(peer)
          },
        },
      }
    },
  })
  const statement =
    options.statements === undefined ? null : new DailyStatement(books, { ...options.statements, midOf: (symbol) => board.midOf(symbol) })
  return run({ feed, board, listener, dealer, statement }, options)
}

function openFeed({ replay, codes, clock: own = Date }: ProviderOptions): Feed {
  const instruments = codes.length === 0 ? CATALOGUE : CATALOGUE.filter(({ code }) => codes.includes(code))
  if (replay === null) return new SimulatedFeed({ seed: 'demo-provider', instruments })
  const { directory, speed, from } = replay
  return openReplayFeed({ directory, speed, bootMs: own.now(), catalogue: instruments, ...(from === undefined ? {} : { from }) })
}

interface Parts {
  readonly feed: Feed
  readonly board: QuoteBoard
  readonly listener: FixListener
  readonly dealer: Dealer
  readonly statement: DailyStatement | null
}

function run({ feed, board, listener, dealer, statement }: Parts, { faults, clock: own, said = () => {} }: ProviderOptions): DemoProvider {
  const now = () => (own ?? Date).now()
  const advance = () => feed.advanceTo(now())
  const handler = {
    onTick: (tick: Parameters<QuoteBoard['take']>[0]) => board.take(tick),
    onHeldBack() {},
    onPastTick() {},
    onHeartbeat() {},
  }
  feed.start(handler, now())
  const write = () => {
    const file = statement?.write(now())
    if (file) said(`the statement of a day is in ${file}`)
  }
  const timers = own === undefined ? [setInterval(advance, ADVANCE_MS), setInterval(write, STATEMENT_LOOK_MS)] : []
  if (faults.dropEveryMs > 0) timers.push(setInterval(() => listener.cut(), faults.dropEveryMs))
  return {
    port: listener.port,
    codes: feed.instruments.map(({ code }) => code),
    asked: () => board.asked,
    advance,
    cut: () => listener.cut(),
    async close() {
      for (const timer of timers) clearInterval(timer)
      feed.stop()
      await listener.close()
      dealer.close()
    },
  }
}
