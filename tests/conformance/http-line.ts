/**
 * The line over HTTP and WebSocket to an origin. The Host header may name another host than the one that is reached: a broker that
 * tells its companies apart by host can be asked before its names are in the DNS. `*.localhost` is this machine, as in browsers.
 */
import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { WebSocket } from 'ws'
import type { Line, WireAnswer, WireRequest, WireSocket } from './line'

const TIMEOUT_MS = 20_000

const localLookup: LookupFunction = (_hostname, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

export function openHttpLine(origin: string): Line {
  const url = new URL(origin)
  const isSecure = url.protocol === 'https:'
  // With a timeout the agent heeds how long the server keeps an idle connection, and takes none that is about to be closed.
  const kept = { keepAlive: true, timeout: TIMEOUT_MS }
  const agent = isSecure ? new HttpsAgent(kept) : new HttpAgent(kept)
  const isHere = url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  const reach: RequestOptions = {
    protocol: url.protocol,
    hostname: url.hostname,
    port: url.port,
    agent,
    timeout: TIMEOUT_MS,
    ...(isHere ? { lookup: localLookup } : {}),
  }
  return {
    send: (request) => sendOnce(isSecure ? httpsRequest : httpRequest, reach, url.host, request),
    openSocket(path, headers) {
      const socket = new WebSocket(`${isSecure ? 'wss' : 'ws'}://${url.host}${path}`, {
        headers: { ...headers },
        perMessageDeflate: false,
        handshakeTimeout: TIMEOUT_MS,
        ...(isHere ? { lookup: localLookup } : {}),
      })
      return wireSocket(socket)
    },
    close: () => agent.destroy(),
  }
}

function sendOnce(
  begin: typeof httpRequest,
  reach: RequestOptions,
  host: string,
  { method, path, headers, body }: WireRequest,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asking = begin({ ...reach, method, path, headers: { host, accept: 'application/json', ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const answered = new Headers()
        for (const [name, value] of Object.entries(response.headers)) {
          for (const one of Array.isArray(value) ? value : [value ?? '']) answered.append(name, one)
        }
        resolve({ status: response.statusCode ?? 0, headers: answered, text: Buffer.concat(chunks).toString('utf8') })
      })
    })
    asking.on('timeout', () => asking.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)))
    asking.on('error', reject)
    asking.end(body)
  })
}

function wireSocket(socket: WebSocket): WireSocket {
  const early: string[] = []
  let isClosed = false
  const ends: ((code: number) => void)[] = []
  const end = (code: number) => {
    if (isClosed) return
    isClosed = true
    for (const hear of ends) hear(code)
  }
  socket.on('open', () => {
    for (const text of early.splice(0)) socket.send(text)
  })
  socket.on('close', end)
  socket.on('error', () => end(1006))
  return {
    send(text) {
      if (socket.readyState === WebSocket.CONNECTING) early.push(text)
      else if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.terminate(),
    onMessage: (hear) => socket.on('message', (data) => hear(String(data))),
    onClose: (hear) => ends.push(hear),
  }
}
