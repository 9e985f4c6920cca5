/**
 * Whether one request of under 64 kB can keep everybody else waiting: each is sent to a real server by itself, and the server says how
 * long its event loop was held meanwhile. Whatever held it is sent again: only what does so each time counts, because collecting
 * garbage, prices and the store's own work come when they like.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { PAGE_ACCESS } from '../../app/addresses/route-access'
import { createDemoAccount } from '../../contract/users'
import { Line } from '../chaos/line'
import { ServerProcess } from '../chaos/server-process'
import { type LongInput, longInput } from './long-inputs'

/** A request may not hold the loop longer. */
export const MOST_HELD_MS = 50
/** What held it longer is looked at again, so that the longest are known too where none is too long. */
const WORTH_A_LOOK_MS = 20
const AGAIN = 4
const PATIENCE_MS = 20_000
const NO_ANSWER = 0

/** One request, and for how long the loop was held each time that it was sent. */
export interface Hold {
  readonly number: number
  readonly input: LongInput
  /** Of all tries: what the request itself costs is in each. */
  readonly leastMs: number
}

interface LoopFuzzer {
  /** Sends a request by its number. */
  tryOne(number: number): Promise<Hold>
  /** How often each status was answered; 0 for none, 101 for a frame. */
  readonly answers: ReadonlyMap<number, number>
  /** What the server wrote as warnings and errors. */
  complaints(): string[]
  close(): Promise<void>
}

/** Starts a server of its own over a store of its own. Needs a build. */
export async function openLoopFuzzer(port: number): Promise<LoopFuzzer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-loop-'))
  const probe = fileURLToPath(new URL('loop-probe.ts', import.meta.url))
  const server = await ServerProcess.start({ port, dataDir, probe })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answers = new Map<number, number>()
  const tokens = new Map<string, string>()
  for (const site of ['aurora', 'meridian']) tokens.set(site, await openAccount(port, site))
  let tries = 0

  const send = (input: LongInput): Promise<number> => {
    tries += 1
    // Everybody is somebody else, so that no budget ends the run.
    const address = `10.${(tries >> 16) & 255}.${(tries >> 8) & 255}.${tries & 255}`
    return input.kind === 'frame' ? sendFrame(port, input, address) : sendRequest(port, agent, input, address, tokens.get(input.host))
  }
  const heldBy = async (input: LongInput): Promise<number> => {
    await server.ask()
    const status = await send(input)
    answers.set(status, (answers.get(status) ?? 0) + 1)
    return Number(await server.ask())
  }
  // What is compiled and read at the first visit is nobody's request.
  for (const page of Object.keys(PAGE_ACCESS)) {
    for (const isSignedIn of [false, true, true])
      await send({ kind: 'path', host: 'aurora', method: 'GET', path: page, headers: {}, body: '', isSignedIn })
  }
  return {
    answers,
    async tryOne(number) {
      const input = longInput(number)
      let leastMs = await heldBy(input)
      for (let again = 0; again < AGAIN && leastMs > WORTH_A_LOOK_MS; again++) leastMs = Math.min(leastMs, await heldBy(input))
      return { number, input, leastMs }
    },
    complaints: () => server.complaints(),
    async close() {
      agent.destroy()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openAccount(port: number, site: string): Promise<string> {
  const line = new Line({ port, site, address: '10.0.0.1' })
  const { token } = await line.ask<{ token: string }>(createDemoAccount.path, {}, 'GET')
  line.disconnect()
  return token
}

const hostOf = (port: number, { host }: LongInput): string => `${host === '' ? '' : `${host}.`}localhost:${port}`

function sendRequest(port: number, agent: Agent, input: LongInput, address: string, token: string | undefined): Promise<number> {
  const { method, body, isSignedIn } = input
  const host = hostOf(port, input)
  const headers: Record<string, string> = {
    host,
    'x-forwarded-for': address,
    ...(method === 'POST' ? { origin: `http://${host}`, 'content-length': String(Buffer.byteLength(body)) } : {}),
    ...(isSignedIn && token !== undefined ? { authorization: token, cookie: `candor_session=${token}` } : {}),
    ...input.headers,
  }
  return new Promise((resolve) => {
    const asking = request(
      { host: '127.0.0.1', port, agent, method, path: input.path, headers, timeout: PATIENCE_MS, setHost: false },
      (answer) => {
        answer.resume()
        answer.on('close', () => resolve(answer.statusCode ?? NO_ANSWER))
      },
    )
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(NO_ANSWER))
    asking.end(body)
  })
}

const FRAME_ANSWERED = 101
/** A frame may be answered by nothing. */
const FRAME_PATIENCE_MS = 250

function sendFrame(port: number, input: LongInput, address: string): Promise<number> {
  const host = hostOf(port, { ...input, host: 'aurora' })
  const socket = new WebSocket(`ws://127.0.0.1:${port}${input.path}`, {
    headers: { host, origin: `http://${host}`, 'x-forwarded-for': address },
  })
  return new Promise((resolve) => {
    const end = (status: number) => {
      socket.terminate()
      resolve(status)
    }
    const timer = setTimeout(() => end(NO_ANSWER), PATIENCE_MS)
    socket.on('open', () => {
      socket.send(input.body)
      const answered = () => {
        clearTimeout(timer)
        end(FRAME_ANSWERED)
      }
      socket.on('message', answered)
      socket.on('close', answered)
      setTimeout(answered, FRAME_PATIENCE_MS)
    })
    socket.on('error', () => end(NO_ANSWER))
  })
}
