/**
 * Structured logs from an allow-list: method, path, status, time, company, request id. Tokens, cookies, bodies and the
 * values of a query are never put in, so they need not be taken out.
 */
import { type Logger, pino } from 'pino'

export type { Logger }

/** The part of it that a room needs which only says what happened. */
export type PlainLog = Readonly<Record<'info' | 'warn' | 'error', (fields: Readonly<Record<string, unknown>>, message: string) => void>>

export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      // An error's own fields may hold a request or a row; name, message and stack are enough to find the place.
      err: (error: unknown) =>
        error instanceof Error
          ? { type: error.name, message: error.message, stack: error.stack }
          : { type: 'unknown', message: String(error) },
    },
  })
}

/** The path without the values of its query: `/login?from`. */
export function loggedPath(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url.slice(0, 200)
  const names = [...new Set([...new URLSearchParams(url.slice(at + 1)).keys()])].map((name) => name.slice(0, 32))
  return `${url.slice(0, at).slice(0, 200)}?${names.slice(0, 10).join('&')}`
}
