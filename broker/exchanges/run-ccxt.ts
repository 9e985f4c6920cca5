/**
 * ccxt in a process of its own: it knows a hundred exchanges, takes 140 MB and holds an event loop as long as it likes, and whatever is wrong in
 * it ends with its process. That process is given no environment: what it knows is what it is told here.
 *
 * Invariants: a process that ends, or says nothing for ten seconds, is ended and begun anew after a wait; a question under way then fails,
 * and says that its fate is not known.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { Backoff } from './backoff'

/** What tests run with, and what an operator is asked to install. */
export const CCXT_VERSION = '4.5.84'

interface CcxtExchange {
  /** ccxt's id of the exchange: `binance`. */
  readonly exchange: string
  /** What its constructor is given: keys, `urls` of a test system, `options`. */
  readonly settings: Readonly<Record<string, unknown>>
  /** ccxt's names of the markets: `BTC/USDT`. */
  readonly symbols: readonly string[]
  /** What is listened to; null: nothing. */
  readonly watches: 'book' | 'ticker' | null
}

const Decimal = z.string().nullish()
const Market = z.object({ base: z.string(), isSpot: z.boolean(), isActive: z.boolean(), amountStep: Decimal, priceStep: Decimal })
const Told = z.discriminatedUnion('tell', [
  z.object({ tell: z.literal('alive') }),
  z.object({ tell: z.literal('opened'), markets: z.record(z.string(), Market), hasSteps: z.boolean() }),
  z.object({ tell: z.literal('not-opened'), kinds: z.array(z.string()), reason: z.string() }),
  z.object({ tell: z.literal('book'), symbol: z.string(), bid: z.string(), ask: z.string(), time: z.number().nullable() }),
  z.object({ tell: z.literal('lost'), symbol: z.string(), reason: z.string() }),
  z.object({ tell: z.literal('answer'), id: z.number(), value: z.unknown() }),
  z.object({ tell: z.literal('failed'), id: z.number(), kinds: z.array(z.string()), reason: z.string() }),
])
export type CcxtMarket = z.infer<typeof Market>
export type CcxtOpened = Extract<z.infer<typeof Told>, { tell: 'opened' }>
export type CcxtBook = Extract<z.infer<typeof Told>, { tell: 'book' }>

interface CcxtListener {
  opened(opened: CcxtOpened): void
  book(book: CcxtBook): void
  lost(symbol: string, reason: string): void
  /** The process is gone, or could not open the exchange. */
  ended(reason: string): void
}

/** Why a question was not answered; `kinds` are the classes of ccxt's error, none where the process ended before the answer. */
export class CcxtFailure extends Error {
  readonly kinds: readonly string[]

  constructor(reason: string, kinds: readonly string[]) {
    super(reason)
    this.kinds = kinds
  }
}

export interface Ccxt {
  /** False while no process has opened the exchange. */
  readonly isOpen: boolean
  /** @throws CcxtFailure */
  ask(call: 'order' | 'ask' | 'balance', terms: Readonly<Record<string, unknown>>): Promise<unknown>
  close(): Promise<void>
}

const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './ccxt-process.mjs' : './ccxt-process.js', import.meta.url)
const SILENCE_MS = 10_000
/** Markets of a large exchange are many megabytes. */
const OPENING_MS = 60_000

export function runCcxt(exchange: CcxtExchange, listener: CcxtListener, wait = { firstMs: 1000, longestMs: 60_000 }): Ccxt {
  const backoff = new Backoff(wait)
  const asked = new Map<number, { resolve(value: unknown): void; reject(failure: CcxtFailure): void }>()
  let child: ChildProcess | null = null
  let watch: NodeJS.Timeout | undefined
  let next: NodeJS.Timeout | undefined
  let isOpen = false
  let isClosed = false
  let asks = 0

  const end = (reason: string): void => {
    if (child === null) return
    const ended = child
    child = null
    isOpen = false
    clearTimeout(watch)
    ended.removeAllListeners().on('error', () => {})
    ended.kill('SIGKILL')
    for (const { reject } of asked.values()) reject(new CcxtFailure(reason, []))
    asked.clear()
    if (isClosed) return
    next = setTimeout(begin, backoff.next())
    listener.ended(reason)
  }

  const waitFor = (ms: number): void => {
    clearTimeout(watch)
    watch = setTimeout(() => end(`ccxt said nothing for ${ms / 1000} s`), ms)
  }

  const hear = (message: unknown): void => {
    const told = Told.parse(message)
    waitFor(isOpen ? SILENCE_MS : OPENING_MS)
    if (told.tell === 'opened') {
      isOpen = true
      backoff.forget()
      listener.opened(told)
    }
    if (told.tell === 'not-opened') end(readFailure(told))
    if (told.tell === 'book') listener.book(told)
    if (told.tell === 'lost') listener.lost(told.symbol, told.reason)
    if (told.tell === 'answer') asked.get(told.id)?.resolve(told.value)
    if (told.tell === 'failed') asked.get(told.id)?.reject(new CcxtFailure(told.reason, told.kinds))
    if (told.tell === 'answer' || told.tell === 'failed') asked.delete(told.id)
  }

  const begin = (): void => {
    child = fork(fileURLToPath(PROGRAM), [], { env: { NODE_ENV: 'production' }, execArgv: [], stdio: 'ignore', serialization: 'json' })
    child.on('message', hear)
    child.on('error', ({ message }) => end(message))
    child.on('exit', (code, signal) => end(`ccxt ended (${signal ?? code})`))
    waitFor(OPENING_MS)
    child.send({ do: 'open', ...exchange }, () => {})
  }

  begin()
  return {
    get isOpen() {
      return isOpen
    },
    ask: (call, terms) =>
      new Promise((resolve, reject) => {
        if (child === null) return reject(new CcxtFailure('ccxt is not running', []))
        asks += 1
        asked.set(asks, { resolve, reject })
        return void child.send({ do: 'call', id: asks, call, terms }, () => {})
      }),
    async close() {
      isClosed = true
      clearTimeout(next)
      end('closed')
    },
  }
}

function readFailure({ kinds, reason }: { readonly kinds: readonly string[]; readonly reason: string }): string {
  const isMissing = kinds.includes('Error') && /Cannot find package 'ccxt'/.test(reason)
  return isMissing ? `ccxt is not installed: npm install --no-save ccxt@${CCXT_VERSION}` : reason
}
