/** What a page says of a request that got no answer it could read. */
export class LineLost extends Error {
  constructor(
    /** As it is shown: ERR_NETWORK, HTTP 502. */
    readonly code: string,
    /** False: the request never left the device. */
    readonly wasSent: boolean,
  ) {
    super(code)
    this.name = 'LineLost'
  }
}

export const NO_NETWORK = 'ERR_INTERNET_DISCONNECTED'
export const NO_ANSWER = 'ERR_NETWORK'

/** Remix reads an answer as a stream and has only this sentence for one that breaks off. */
const BROKEN_OFF = /turbo-stream|No response body/

/** The code of a failure that is the line's fault or the server's for the moment; null for any other. */
export function lossCode(failure: unknown): string | null {
  if (failure instanceof LineLost) return failure.code
  if (failure instanceof TypeError && /fetch|network|load failed/i.test(failure.message)) return NO_ANSWER
  if (failure instanceof Error && BROKEN_OFF.test(failure.message)) return NO_ANSWER
  return null
}

export const isOffline = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false

/** 128 random bits. `crypto.randomUUID` exists on secure origins only; a site in development may not be one. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
