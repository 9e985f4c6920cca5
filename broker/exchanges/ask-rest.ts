/**
 * Questions to an exchange over HTTP, one at a time and no faster than it allows. Who is told to wait (429, 418 or 403 with Retry-After)
 * asks nothing more until then, whoever it was that asked too much.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { readRetryAfter } from './backoff'
import { parseExactJson } from './exact-json'

const TIMEOUT_MS = 10_000
const LARGEST_BODY = 16 * 2 ** 20
/** Where an exchange says that it was asked too much, and not for how long. */
const PAUSE_MS = 60_000
const TOO_MUCH: readonly number[] = [418, 429]

export class RestQuestions {
  readonly #everyMs: number
  #last: Promise<unknown> = Promise.resolve()
  #notBefore = 0

  /** @param everyMs milliseconds between the end of one question and the next */
  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** The answer, its numbers as texts. @throws Error whose message says why there is none; also when `signal` ends it */
  ask(url: string, signal: AbortSignal): Promise<unknown> {
    const answer = this.#last.then(() => this.#askInTurn(url, signal))
    this.#last = answer.catch(() => {})
    return answer
  }

  async #askInTurn(url: string, signal: AbortSignal): Promise<unknown> {
    await pause(Math.max(0, this.#notBefore - performance.now()), undefined, { signal })
    this.#notBefore = performance.now() + this.#everyMs
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) })
    const retryAfter = response.headers.get('retry-after')
    const asksForPause = TOO_MUCH.includes(response.status)
    if (asksForPause || retryAfter !== null) {
      const asked = readRetryAfter(retryAfter, Date.now())
      this.#notBefore = performance.now() + (asked > 0 ? asked : asksForPause ? PAUSE_MS : this.#everyMs)
    }
    const body = await readBody(response)
    if (!response.ok) throw new Error(`it answered HTTP ${response.status}: ${body.slice(0, 200)}`)
    return parseExactJson(body)
  }
}

async function readBody(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length
    if (size > LARGEST_BODY) {
      await reader?.cancel()
      throw new Error(`its answer is larger than ${LARGEST_BODY} bytes`)
    }
    parts.push(part.value)
  }
  return Buffer.concat(parts).toString()
}
