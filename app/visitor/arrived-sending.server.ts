/** What a page says about a form that it sends: the key that repeats with every repetition, whether it only asks, and in whose name. */
import type { ArrivedSending } from '../broker-client/broker.server'
import { SENDING } from '../line/sending-headers'

export function readSending({ method, headers }: Request): ArrivedSending | null {
  const key = headers.get(SENDING.key)
  if (method !== 'POST' || key === null || !/^[\w-]{16,40}$/.test(key)) return null
  return { key, isAsking: headers.get(SENDING.ask) === '1', trader: headers.get(SENDING.trader), isNotKnown: false }
}
