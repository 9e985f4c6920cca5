/** What is in force whatever the settings say: the headers of every answer and what one party may do. */

import { baseHeaders } from '../../app/door/security-headers.server'
import { BODY_LIMITS, SERVER_LIMITS } from '../../app/door/server-limits'
import type { Env } from '../../app/process/env.server'
import { DEFAULT_RATE_LIMITS } from '../../broker/calls/rate-limits'
import { BODY_LIMIT_BYTES, UPLOAD_LIMIT_BYTES } from '../../broker/calls/read-body'
import { CONNECTIONS_PER_NETWORK } from '../../broker/socket/serve-topics'
import { SOCKET_LIMITS } from '../../contract/socket'
import { DAY_MS, HOUR_MS } from '../../rules/durations'

export function inForce({ PUBLIC_SCHEME: scheme }: Pick<Env, 'PUBLIC_SCHEME'>): string[] {
  const headers = Object.entries(baseHeaders(scheme === 'https')).map(([name, value]) => `  ${name}: ${value}`)
  const budgets = Object.entries(DEFAULT_RATE_LIMITS).map(
    ([name, { burst, refillMs }]) => `  ${name.padEnd(24)} ${String(burst).padStart(6)} in ${inWords(refillMs)}`,
  )
  return [
    '',
    'Headers of every answer (pages add a Content-Security-Policy of their own)',
    ...headers,
    '',
    'What one party may do',
    ...budgets,
    '',
    'How much one request may bring, and how long it may take',
    ...SIZES.map(([what, size]) => `  ${what.padEnd(48)} ${size}`),
  ]
}

const UNITS = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const

function inWords(ms: number): string {
  const [unit, name] = UNITS.find(([size]) => ms >= size) ?? [1, 'ms']
  return `${ms / unit} ${name}`
}

const kilobytes = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${+(bytes / 1024 / 1024).toFixed(2)} MB`)

const SIZES: readonly (readonly [string, string])[] = [
  ['headers', `${kilobytes(SERVER_LIMITS.maxHeaderSize)} within ${inWords(SERVER_LIMITS.headersTimeout)}`],
  ['a whole request', `within ${inWords(SERVER_LIMITS.requestTimeout)}`],
  ['a form of the site', `${kilobytes(BODY_LIMITS.form)}, ${BODY_LIMITS.fields} fields`],
  ['a form of the site with a picture, signed in', kilobytes(BODY_LIMITS.picture)],
  ['all bodies under way', kilobytes(BODY_LIMITS.together)],
  ['a call of the broker', kilobytes(BODY_LIMIT_BYTES)],
  ['a call of the broker with a picture', kilobytes(UPLOAD_LIMIT_BYTES)],
  ['a frame of the socket', `${kilobytes(SOCKET_LIMITS.maxFrameBytes)}, ${SOCKET_LIMITS.maxMessagesPerSecond} a second`],
  ['topics of a socket, sockets of an address', `${SOCKET_LIMITS.maxTopics}, ${CONNECTIONS_PER_NETWORK}`],
]
