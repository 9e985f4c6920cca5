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
import { fileFixStore } from './file-fix-store'
import { type DeskFaults, OrderDesk } from './order-desk'
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
  readonly faults: DeskFaults & { readonly dropEveryMs: number }
  readonly random: () => number
}

export interface DemoProvider {
  readonly port: number
  /** What it quotes, under our own codes. */
  readonly codes: readonly string[]
  cut(): void
  close(): Promise<void>
}

const ADVANCE_MS = 20
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
  const desk = new OrderDesk(books, board, options.faults, options.copies, tell, options.random)
  // Prices are never sent a second time, so nothing of that session has to be remembered.
  const stores: Record<string, FixStore> = { [options.quotes]: memoryFixStore() }
  for (const peer of [options.orders, options.copies]) {
    if (peer !== '') stores[peer] = await fileFixStore(path.join(options.folder, `${peer}.ndjson`))
  }
  const receive = (peer: string, message: FixMessage): void => {
    const send = (fields: readonly Field[]): void => void tell(peer, fields).catch(() => {})
    if (message.type === MsgType.MarketDataRequest) board.answerRequest(message, peer, send)
    else if (message.type === MsgType.SecurityListRequest) board.answerList(message, send)
    else if (message.type === MsgType.NewOrderSingle) desk.take(message, peer)
    else if (message.type === MsgType.OrderStatusRequest) desk.answerStatus(message, peer)
    else if (message.type === MsgType.RequestForPositions) desk.answerPositions(message, peer)
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
            void desk.catchUp(peer)
          },
          received: (message) => receive(peer, message),
          heard() {},
          holed() {},
          mended() {},
          closed() {
            sessions.delete(peer)
            board.forget(peer)
          },
        },
      }
    },
  })
  return run(feed, board, listener, options)
}

function openFeed({ replay, codes }: ProviderOptions): Feed {
  const instruments = codes.length === 0 ? CATALOGUE : CATALOGUE.filter(({ code }) => codes.includes(code))
  if (replay === null) return new SimulatedFeed({ seed: 'demo-provider', instruments })
  const { directory, speed, from } = replay
  return openReplayFeed({ directory, speed, bootMs: Date.now(), catalogue: instruments, ...(from === undefined ? {} : { from }) })
}

function run(feed: Feed, board: QuoteBoard, listener: FixListener, { faults }: ProviderOptions): DemoProvider {
  const handler = {
    onTick: (tick: Parameters<QuoteBoard['take']>[0]) => board.take(tick),
    onHeldBack() {},
    onPastTick() {},
    onHeartbeat() {},
  }
  feed.start(handler, Date.now())
  const timers = [setInterval(() => feed.advanceTo(Date.now()), ADVANCE_MS)]
  if (faults.dropEveryMs > 0) timers.push(setInterval(() => listener.cut(), faults.dropEveryMs))
  return {
    port: listener.port,
    codes: feed.instruments.map(({ code }) => code),
    cut: () => listener.cut(),
    async close() {
      for (const timer of timers) clearInterval(timer)
      feed.stop()
      await listener.close()
    },
  }
}
