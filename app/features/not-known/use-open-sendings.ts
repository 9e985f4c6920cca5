import { useEffect, useState, useSyncExternalStore } from 'react'
import { line, type OpenSending } from '../../line/line-state'
import { type Deed, deedOf } from './deed'

const NONE: readonly OpenSending[] = []

/** What was sent and nobody knows the end of; nothing while the server draws. */
export const useOpenSendings = (): readonly OpenSending[] => useSyncExternalStore(line.watch, line.openSendings, () => NONE)

export function useOpenDeed(deed: Deed): OpenSending | null {
  return useOpenSendings().find((sending) => deedOf(sending) === deed) ?? null
}

export const LATE_MS = 60_000

/** True when the answer is so late that people should be asked as well. */
export function useIsLate({ since }: Pick<OpenSending, 'since'>): boolean {
  const [isLate, setIsLate] = useState(() => Date.now() - since >= LATE_MS)
  useEffect(() => {
    const left = since + LATE_MS - Date.now()
    setIsLate(left <= 0)
    if (left <= 0) return
    const timer = setTimeout(() => setIsLate(true), left)
    return () => clearTimeout(timer)
  }, [since])
  return isLate
}

/** Whole seconds until a moment of the page's clock; null for none, or when it has come. */
export function useSecondsUntil(atMs: number | null): number | null {
  const read = () => (atMs === null ? null : Math.ceil((atMs - Date.now()) / 1_000))
  const [left, setLeft] = useState(read)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment is all that is read.
  useEffect(() => {
    setLeft(read())
    if (atMs === null) return
    const timer = setInterval(() => setLeft(read()), 500)
    return () => clearInterval(timer)
  }, [atMs])
  return left !== null && left > 0 ? left : null
}
