/** How a provider does, for whoever watches it: in memory, of the last hour. */
import { HOUR_MS } from '../../rules/durations'
import type { ProviderHealth } from './provider-orders'

/** More are not looked at for a median. */
const MAX_TIMES = 5_000

export class ProviderTally {
  isConnected = false
  reason = ''
  since: number | null = null
  lastReportAt: number | null = null
  readonly #sentAt = new Map<string, number>()
  readonly #orders: number[] = []
  readonly #rejects: number[] = []
  readonly #fills: { readonly at: number; readonly ms: number }[] = []

  turn(isConnected: boolean, reason: string, now: number): void {
    if (this.isConnected !== isConnected || this.since === null) this.since = now
    this.isConnected = isConnected
    this.reason = isConnected ? '' : reason
  }

  /** @param monotonic milliseconds */
  sent(id: string, now: number, monotonic: number): void {
    this.#orders.push(now)
    this.#sentAt.set(id, monotonic)
    trim(this.#orders)
  }

  rejected(now: number): void {
    this.#rejects.push(now)
    trim(this.#rejects)
  }

  filled(id: string, now: number, monotonic: number): void {
    const sentAt = this.#sentAt.get(id)
    if (sentAt === undefined) return
    this.#sentAt.delete(id)
    this.#fills.push({ at: now, ms: monotonic - sentAt })
    trim(this.#fills)
  }

  over(id: string): void {
    this.#sentAt.delete(id)
  }

  health(provider: string, underWay: number, now: number): ProviderHealth {
    const isRecent = (at: number) => at > now - HOUR_MS
    const times = this.#fills.filter(({ at }) => isRecent(at)).map(({ ms }) => ms)
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? null
    const { isConnected, since, reason, lastReportAt } = this
    return {
      ...{ provider, isConnected, since, reason, lastReportAt, underWay },
      orders: this.#orders.filter(isRecent).length,
      rejects: this.#rejects.filter(isRecent).length,
      fillMsMedian: at(0.5),
      fillMsP99: at(0.99),
    }
  }
}

function trim(list: unknown[]): void {
  if (list.length > MAX_TIMES) list.splice(0, list.length - MAX_TIMES)
}
