import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while hydrating, true afterwards: whether scripts are at work in this page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
