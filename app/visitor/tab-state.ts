/**
 * What the six kept-alive screens (home, trade, order, user, news, rank) remember while another one is shown: filters, the
 * selected instrument, period, ticket fields. It lives in memory for as long as the page does; see docs/decisions/003.
 *
 * Invariant: on the server nothing is remembered, so no visitor ever meets another's state.
 */
import { useCallback, useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'

export type TabName = 'home' | 'trade' | 'order' | 'user' | 'news' | 'rank'

interface TabStates {
  readonly states: Readonly<Record<string, unknown>>
  /** Query of the address at which a tab was last seen, by the link that leads to it. */
  readonly searches: Readonly<Record<string, string>>
}

const EMPTY: TabStates = { states: {}, searches: {} }
const store = createStore<TabStates>(() => EMPTY)

/** Forgets everything: another trader has signed in, or a test starts. */
export function forgetTabStates(): void {
  store.setState(EMPTY, true)
}

/**
 * State of a screen that survives leaving it: `const [ticket, setTicket] = useTabState('trade', 'ticket', EMPTY_TICKET)`.
 * @param initial used until something is set; give the same object at each render.
 */
export function useTabState<State>(
  tab: TabName,
  name: string,
  initial: State,
): readonly [State, (next: State | ((now: State) => State)) => void] {
  const key = `${tab}/${name}`
  const read = (): State => {
    const { states } = store.getState()
    return Object.hasOwn(states, key) ? (states[key] as State) : initial
  }
  const state = useSyncExternalStore(store.subscribe, read, () => initial)
  const set = useCallback(
    (next: State | ((now: State) => State)) => {
      const { states } = store.getState()
      const now = Object.hasOwn(states, key) ? (states[key] as State) : initial
      const value = typeof next === 'function' ? (next as (now: State) => State)(now) : next
      store.setState({ states: { ...states, [key]: value } })
    },
    [key, initial],
  )
  return [state, set]
}

/** Remembers the query of a tab's address, so that its link leads back to the same list, filter or instrument. */
export function rememberTabAddress(href: string, search: string): void {
  const { searches } = store.getState()
  if (searches[href] !== search) store.setState({ searches: { ...searches, [href]: search } })
}

export function useTabAddresses(): Readonly<Record<string, string>> {
  return useSyncExternalStore(
    store.subscribe,
    () => store.getState().searches,
    () => EMPTY.searches,
  )
}
