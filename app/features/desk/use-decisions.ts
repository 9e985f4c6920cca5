/**
 * Decisions on their way: each waits five seconds in which it can be taken back, then it is sent.
 *
 * Invariant: what was confirmed and not taken back is sent exactly once; leaving the page's queue sends it at once, closing the
 * window asks first.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
export const UNDO_MS = 5_000

export interface HeldDecision {
  readonly id: string
  /** What was decided, in words, for the line that offers to take it back. */
  readonly label: string
}

interface Decisions<Decision extends HeldDecision> {
  /** The one that can still be taken back. */
  readonly waiting: Decision | null
  /** Items that are decided here and may still stand in the list. */
  readonly isLeaving: (id: string) => boolean
  decide(decision: Decision): void
  /** Takes the waiting one back; its item. */
  undo(): Decision | null
}

/** `answered` is told of each answer; null where none came. It resolves when the list is as it is now. */
export function useDecisions<Decision extends HeldDecision, Answer>(
  send: (decision: Decision) => Promise<Answer>,
  answered: (decision: Decision, answer: Answer | null) => Promise<void> | void,
): Decisions<Decision> {
  const [waiting, setWaiting] = useState<Decision | null>(null)
  const [sent, setSent] = useState<readonly string[]>([])
  const held = useRef<{ decision: Decision; timer: ReturnType<typeof setTimeout> } | null>(null)
  const latest = useRef({ send, answered })
  latest.current = { send, answered }

  const flush = useCallback(() => {
    const current = held.current
    if (current === null) return
    clearTimeout(current.timer)
    held.current = null
    const { decision } = current
    setWaiting(null)
    setSent((ids) => [...ids, decision.id])
    const finish = async (answer: Answer | null) => {
      await latest.current.answered(decision, answer)
      setSent((ids) => ids.filter((id) => id !== decision.id))
    }
    latest.current.send(decision).then(finish, () => finish(null))
  }, [])

  const decide = useCallback(
    (decision: Decision) => {
      flush()
      held.current = { decision, timer: setTimeout(flush, UNDO_MS) }
      setWaiting(decision)
    },
    [flush],
  )
  const undo = useCallback(() => {
    const current = held.current
    if (current === null) return null
    clearTimeout(current.timer)
    held.current = null
    setWaiting(null)
    return current.decision
  }, [])

  // Going to another page of the desk is no way to take a decision back.
  useEffect(() => flush, [flush])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (held.current !== null) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  return { waiting, isLeaving: (id) => waiting?.id === id || sent.includes(id), decide, undo }
}
