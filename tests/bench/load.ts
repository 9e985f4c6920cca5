/**
 * Connections that ask for a page again and again, each as soon as it has the last answer. Bytes are counted, not parsed: a client
 * that reads HTTP as a program does needs more of the processor than the server it measures.
 */
import { connect } from 'node:net'
import { percentile } from './report'

interface Load {
  readonly port: number
  /** The request of the nth visitor, whole, as it goes over the wire. */
  readonly request: (visitor: number) => string
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = '0\r\n\r\n'

/** How many bytes of an answer are still to come, or that its end is the last chunk. */
type Rest = number | 'chunked' | null

/** @throws at the first answer that is not a 200, and when a connection ends before its time. */
export async function load({ port, request, connections, seconds }: Load): Promise<LoadResult> {
  const begunAt = performance.now()
  const endsAt = begunAt + seconds * 1000
  const took: number[] = []
  let visitors = 0

  const visitAgainAndAgain = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let rest: Rest = null
      let askedAt = 0
      const ask = () => {
        rest = null
        askedAt = performance.now()
        socket.write(request(visitors++))
      }
      socket.on('connect', ask)
      socket.on('data', (chunk) => {
        try {
          rest = restAfter(chunk, rest)
        } catch (error) {
          socket.destroy()
          reject(error)
          return
        }
        if (rest !== 0) return
        took.push(performance.now() - askedAt)
        if (performance.now() < endsAt) ask()
        else socket.end(resolve)
      })
      socket.on('error', reject)
      socket.on('close', () => (performance.now() < endsAt ? reject(new Error('the server closed a connection')) : resolve()))
    })

  await Promise.all(Array.from({ length: connections }, visitAgainAndAgain))
  const lasted = (performance.now() - begunAt) / 1000
  const sorted = took.sort((one, two) => one - two)
  return { requestsPerSecond: sorted.length / lasted, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

function restAfter(chunk: Buffer, before: Rest): Rest {
  if (typeof before === 'number') return before - chunk.length
  if (before === 'chunked') return endsWithLastChunk(chunk) ? 0 : 'chunked'
  const head = chunk.toString('latin1', 0, Math.min(chunk.length, 8_192))
  const end = head.indexOf(HEAD_END)
  if (end < 0 || !head.startsWith('HTTP/1.1 200 ')) throw new Error(`not a page: ${head.slice(0, 200)}`)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1]
  if (length === undefined) return endsWithLastChunk(chunk) ? 0 : 'chunked'
  return end + HEAD_END.length + Number(length) - chunk.length
}

/** The last chunk may come by itself; it is small enough to come whole. */
const endsWithLastChunk = (chunk: Buffer): boolean =>
  chunk.length >= LAST_CHUNK.length && chunk.toString('latin1', chunk.length - LAST_CHUNK.length) === LAST_CHUNK
