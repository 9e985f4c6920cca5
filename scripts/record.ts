/**
 * `npm run record -- --to DIR`: writes the prices that the settings ask for (FEED, or `market.json` beside the brands) as a recording, an
 * hour a file, until it is stopped; `FEED=replay` and `npm run demo:provider -- --replay` play it again. It connects to the sources itself,
 * beside a server that runs or without one, and keeps no books.
 *
 * Exit code 0 when it was stopped, 1 when it could not go on, 2 when the command was not understood.
 */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '../app/process/env.server'
import { chosenPrices } from '../broker/assembly/chosen-prices'
import { lockFolder } from '../broker/db/lock-folder'
import { openMarketFile } from '../broker/feeds/open-market-file'
import { recordFeed } from '../broker/feeds/record-feed'
import { memoryFixStore } from '../broker/fix/session-store'
import type { Logger } from '../broker/ground/logger'
import { openFeed } from '../broker/market/choose-feed'
import type { Feed } from '../broker/market/feed'
import { TapeWriter } from '../broker/market/tape-writer'
import { runUntilStopped, tellFailure } from './command'

const HELP = `npm run record -- --to DIR [options]
  --to DIR                 where the recording lies; one that is there is gone on with
  --codes EURUSD,XAUUSD    only these instruments
  --market FILE            another market.json than the one beside the brands: with FIX sessions of its own, where a server runs too
  --minutes 60             ends by itself after so long`
const IN_USE = 'another process records into this folder; give this one another'
const ADVANCE_MS = 40
const FIRST_SAID_MS = 5_000
const SAY_EVERY_MS = 60_000
const clock = { now: () => Date.now(), monotonic: () => performance.now() }
const say = (fields: Readonly<Record<string, unknown>>, message: string): void => console.error(`${message}: ${JSON.stringify(fields)}`)
const logger: Logger = { debug() {}, info() {}, warn: say, error: say }

const text = { type: 'string' } as const

function readOptions() {
  const { values } = parseArgs({
    options: { to: text, codes: text, market: text, minutes: text, help: { type: 'boolean', default: false } },
  })
  const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY)
  const isKnown = values.to !== undefined && minutes > 0
  return isKnown && !values.help ? { ...values, to: path.resolve(values.to ?? ''), minutes } : null
}

interface Opened {
  readonly feed: Feed
  /** Sources that say nothing at this moment, and why. */
  silent(): readonly string[]
  close(): void
}

async function openChosen(market: string | undefined): Promise<Opened> {
  const read = await readEnv()
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { VARIABLES: variables } = read.env
  const choice = market === undefined ? chosenPrices(read.env, logger) : { kind: 'file' as const, file: path.resolve(market), variables }
  if (choice.kind !== 'file') return { feed: openFeed(choice, clock.now(), logger), silent: () => [], close() {} }
  const { feed, close } = await openMarketFile({ ...choice, clock, logger, marketSecret: randomUUID(), fixStore: () => memoryFixStore() })
  const silent = () => feed.health().sources.flatMap(({ id, state, reason }) => (state === 'live' ? [] : [`${id} is ${state}: ${reason}`]))
  return { feed, silent, close }
}

async function run({ to, codes = '', market, minutes }: NonNullable<ReturnType<typeof readOptions>>): Promise<void> {
  const lock = lockFolder(to)
  const { feed, silent, close } = await openChosen(market)
  const writer = new TapeWriter(to)
  const wanted = codes.split(',').filter(Boolean)
  const unknown = wanted.filter((code) => !feed.instruments.some((one) => one.code === code))
  if (unknown.length > 0) throw new Error(`there is no price of ${unknown.join(', ')}: it is not among the instruments of ${feed.source}`)
  const recording = recordFeed({ feed, writer, clock, codes: wanted, failed: (error) => setImmediate(() => void end(error)) })
  const codesTaken = wanted.length > 0 ? wanted : feed.instruments.map(({ code }) => code)
  console.log(`Recording in ${to}, from ${feed.source}: ${codesTaken.join(', ')}. Ctrl-C ends it.`)
  const sayHowFar = () => console.log([`${new Date().toISOString().slice(0, 19)} ${writer.written} ticks`, ...silent()].join('; '))
  const timers = [
    setInterval(() => recording.advance(), ADVANCE_MS),
    setInterval(sayHowFar, SAY_EVERY_MS),
    setTimeout(sayHowFar, FIRST_SAID_MS),
  ]
  if (Number.isFinite(minutes)) timers.push(setTimeout(() => void end(), minutes * 60_000))

  let isEnding = false
  async function end(failure?: unknown): Promise<void> {
    if (isEnding) return
    isEnding = true
    for (const timer of timers) clearInterval(timer)
    close()
    const problem = await recording.stop().then(
      () => failure,
      (error: unknown) => failure ?? error,
    )
    lock.release()
    console.log(`${writer.written} ticks are recorded in ${to}`)
    if (problem !== undefined) tellFailure(problem, IN_USE)
    process.exit(problem === undefined ? 0 : 1)
  }
  process.once('SIGINT', () => void end())
  process.once('SIGTERM', () => void end())
}

runUntilStopped({ options: readOptions(), help: HELP, inUse: IN_USE, run })
