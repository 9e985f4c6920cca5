/**
 * Private events on their way from a committed transaction to the sockets of one trader.
 *
 * Invariant: within a process listeners get events in the order in which they were published, each once. The bus keeps nothing:
 * whoever was not listening re-reads the state (every stream starts with a snapshot).
 */
export interface BusEvent {
  readonly tenantId: string
  readonly traderId: string
  /** `FOREX_CLOSED`, `FOREX_TRADE`, `SESSION_ENDED`, … */
  readonly topic: string
  readonly payload: unknown
}

export type BusListener = (event: BusEvent) => void

export interface Bus {
  publish(event: BusEvent): void
  /** Listens to the events of one trader; returns the way to stop. */
  subscribe(filter: Pick<BusEvent, 'tenantId' | 'traderId'>, listener: BusListener): () => void
}

/** The bus of a single process. `onFailure` hears of a listener that threw; the others still get the event. */
export function inProcessBus(onFailure: (error: unknown) => void): Bus {
  const listeners = new Map<string, Set<BusListener>>()
  const keyOf = ({ tenantId, traderId }: Pick<BusEvent, 'tenantId' | 'traderId'>) => `${tenantId}\0${traderId}`
  return {
    publish(event) {
      for (const listener of [...(listeners.get(keyOf(event)) ?? [])]) {
        try {
          listener(event)
        } catch (error) {
          onFailure(error)
        }
      }
    },
    subscribe(filter, listener) {
      const key = keyOf(filter)
      const group = listeners.get(key) ?? new Set()
      listeners.set(key, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0 && listeners.get(key) === group) listeners.delete(key)
      }
    },
  }
}

/** Topic of the event that ends a trader's session: its payload names the session by the hash of its token. */
export const SESSION_ENDED = 'SESSION_ENDED'
