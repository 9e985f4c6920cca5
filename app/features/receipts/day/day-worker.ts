/** The worker of `/verify/day`: what it finds is told as it is found, and the page answers all the while. */
import { readLog } from '../read-log'
import type { DayEvent, DayGiven } from './verify-day'
import { verifyDay } from './verify-day'

/** What this browser remembers of logs, handed over because a worker has no such memory; what it learns is handed back. */
type Remembered = Readonly<Record<string, string>>
export type DayOrder = DayGiven & { readonly remembered: Remembered }
export type DayMessage = DayEvent | { readonly kind: 'remember'; readonly key: string; readonly value: string }

/** The parts of a worker's global scope that are used; the library of types for workers contradicts the one for pages. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<DayOrder>) => void): void
  postMessage(message: DayMessage): void
}
declare const self: WorkerScope

self.addEventListener('message', ({ data: { remembered, ...given } }) => {
  const kept = new Map(Object.entries(remembered))
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      kept.set(key, value)
      self.postMessage({ kind: 'remember', key, value })
    },
  }
  const tell = (event: DayEvent) => self.postMessage(event)
  void verifyDay(given, { ask: (url) => fetch(url), readerOf: readLog, memory, tell })
})
