/** What a page says about a form that it sends: the key that repeats with every repetition, whether it only asks, and in whose name. */
import type { SentIntent } from '../broker-client/broker.server'
import { INTENT } from '../line/intent-headers'

export function readIntent({ method, headers }: Request): SentIntent | null {
  const key = headers.get(INTENT.key)
  if (method !== 'POST' || key === null || !/^[\w-]{16,40}$/.test(key)) return null
  return { key, isAsking: headers.get(INTENT.ask) === '1', trader: headers.get(INTENT.trader), isNotKnown: false }
}
