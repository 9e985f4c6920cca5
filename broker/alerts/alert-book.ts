/**
 * The price alerts that wait, of all accounts, in memory: what a tick is held against, in the queues that pending orders wait in. A tick
 * costs one look at each side while nothing is reached, however many wait.
 *
 * Invariants: it only raises suspicion, the store decides; a version of an alert that is known, or an older one, replaces nothing, so
 * that each version is handed out once; every alert that waits is either behind a price that has not been reached or has been handed out.
 */
import type { Fixed } from '../../rules/decimal'
import { ALERT_STATUS } from '../db/statuses'
import { type BothSides, bothSides, type TriggerHandle, takeBoth } from '../trading/price-queues'
import type { WatchedAlert } from './alert-rows'

interface Watched {
  readonly alert: WatchedAlert
  readonly handle: TriggerHandle
}

interface Waiting {
  readonly queues: BothSides<WatchedAlert>
  count: number
}

export class AlertBook {
  private readonly watched = new Map<string, Watched>()
  /** By instrument, then by company. */
  private readonly waiting = new Map<string, Map<string, Waiting>>()

  get size(): number {
    return this.watched.size
  }

  /** Takes over how the store has an alert; nothing happens where it is known like this, handed out or not. */
  apply(alert: WatchedAlert): void {
    const key = keyOf(alert)
    const known = this.watched.get(key)
    if (known !== undefined && alert.version <= known.alert.version) return
    if (known !== undefined) this.remove(key, known)
    if (alert.status !== ALERT_STATUS.active) return
    const waiting = this.waitingFor(alert)
    waiting.count += 1
    this.watched.set(key, { alert, handle: waiting.queues[alert.side].add(alert.price, alert) })
  }

  /** It has told, or the store does not know it like this any more. */
  forget(alert: WatchedAlert): void {
    const known = this.watched.get(keyOf(alert))
    if (known !== undefined && known.alert.version <= alert.version) this.remove(keyOf(alert), known)
  }

  /** Companies with alerts on an instrument. */
  tenantsWith(code: string): string[] {
    return [...(this.waiting.get(code)?.keys() ?? [])]
  }

  /** Alerts whose price the bid reaches; each version of one is handed out once. */
  takeReached(tenantId: string, code: string, bid: Fixed): readonly WatchedAlert[] {
    const waiting = this.waiting.get(code)?.get(tenantId)
    return waiting === undefined ? [] : takeBoth(waiting.queues, bid)
  }

  private remove(key: string, { alert, handle }: Watched): void {
    handle.withdraw()
    this.watched.delete(key)
    const ofCode = this.waiting.get(alert.instrumentCode)
    const waiting = ofCode?.get(alert.tenantId)
    if (waiting === undefined) return
    waiting.count -= 1
    if (waiting.count === 0) ofCode?.delete(alert.tenantId)
  }

  private waitingFor({ instrumentCode, tenantId }: WatchedAlert): Waiting {
    const ofCode = this.waiting.get(instrumentCode) ?? new Map<string, Waiting>()
    this.waiting.set(instrumentCode, ofCode)
    const waiting = ofCode.get(tenantId) ?? { queues: bothSides<WatchedAlert>(), count: 0 }
    ofCode.set(tenantId, waiting)
    return waiting
  }
}

const keyOf = ({ tenantId, id }: WatchedAlert): string => `${tenantId}/${id}`
