/**
 * Loaded before the server that plays the tape, which then runs from its sources: prices stand where the journeys put them, however
 * long a journey takes. `PUT /<code>/<bid in points>` on STEERING_PORT moves one; it is recorded onto the tape while that plays.
 */
import { createServer } from 'node:http'
import { ReplayFeed } from '../../broker/market/replay-feed'
import { parseFixed } from '../../rules/decimal'
import { STEERING_PORT } from './ports'
import { pointsText, TAPE, TAPE_CODES } from './scripted-tape'

/** A market that stands quotes its price anew as often. */
const QUOTED_EVERY_MS = 500

interface PlayedTape {
  readonly reels: {
    readonly instrument: { readonly code: string }
    /** Of the piece that is played. */
    readonly ticks: { time: number; bid: bigint; ask: bigint; size: bigint }[]
    readonly next: number
    /** Reads the next piece where the present one has ended. */
    peek(): unknown
  }[]
  recordTime(wallMs: number): number
}

const bids = new Map<string, number>(TAPE_CODES.map((code) => [code, TAPE.middle]))
const quotedAt = new Map<string, number>()

const play = ReplayFeed.prototype.advanceTo
ReplayFeed.prototype.advanceTo = function advanceTo(wallMs) {
  const { reels } = this as unknown as PlayedTape
  const time = (this as unknown as PlayedTape).recordTime(wallMs)
  for (const reel of reels) {
    const { instrument } = reel
    if (time - (quotedAt.get(instrument.code) ?? 0) < QUOTED_EVERY_MS) continue
    quotedAt.set(instrument.code, time)
    const bid = bids.get(instrument.code) ?? TAPE.middle
    const [price, ask] = [bid, bid + TAPE.spread].map((points) => parseFixed(pointsText(points))) as [bigint, bigint]
    reel.peek()
    reel.ticks.splice(reel.next, 0, { time, bid: price, ask, size: parseFixed('1') })
  }
  play.call(this, wallMs)
}

createServer((request, response) => {
  const [, code = '', points = ''] = (request.url ?? '').split('/')
  const isKnown = request.method === 'PUT' && bids.has(code) && /^\d+$/.test(points)
  if (isKnown) {
    bids.set(code, Number(points))
    quotedAt.delete(code)
  }
  response.writeHead(isKnown ? 204 : 404).end()
})
  .listen(STEERING_PORT, '127.0.0.1')
  .unref()
