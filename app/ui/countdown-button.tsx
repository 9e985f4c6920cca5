import { type ButtonHTMLAttributes, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import styled from 'styled-components'
import { token } from './token'

/** A pause before the next sending. */
interface CountdownPause {
  /** Names the sending: another one begins another pause. */
  id: string | number
  secondsLeft: number
}

interface CountdownButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'disabled'> {
  /** Null before the first sending. With no seconds left the button offers to send again. */
  pause: CountdownPause | null
  label: string
  againLabel: string
  /** Text while it counts, given the seconds left: "Send again in 47 s". */
  waitingLabel: (secondsLeft: number) => string
  /** Announced once, when a sending worked; the seconds are never announced. */
  sentMessage?: string | undefined
  busy?: boolean
}

const Button = styled.button`
  color: ${token.brand.text};
  font-weight: 600;
  font-size: ${token.type.sm};
  min-height: 44px;
  padding: 0 ${token.space[2]};
  margin-inline-end: -8px;
  white-space: nowrap;
  flex: none;
  font-variant-numeric: tabular-nums;
  border-radius: ${token.radius.xs};
  &:hover { text-decoration: underline; text-underline-offset: 3px; }
  &[aria-disabled='true'] { color: ${token.text.muted}; font-weight: 500; cursor: default; text-decoration: none; }
`

const never = () => () => {}
const useHasScripts = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

function useSecondsLeft(pause: CountdownPause | null): number {
  const id = pause?.id
  const seconds = pause?.secondsLeft ?? 0
  const [counted, setCounted] = useState({ id, left: seconds })
  const ends = useRef({ id, at: 0 })
  // Another pause shows its own seconds from its first drawing on.
  const left = counted.id === id ? counted.left : seconds
  const isCounting = left > 0
  useEffect(() => {
    if (!isCounting) return
    if (ends.current.id !== id || ends.current.at === 0) ends.current = { id, at: performance.now() + seconds * 1000 }
    // The end is a moment, not a count of timer calls: a sleeping tab must not stretch the pause.
    const count = () => setCounted({ id, left: Math.max(0, Math.ceil((ends.current.at - performance.now()) / 1000)) })
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [isCounting, id, seconds])
  return left
}

/**
 * Sends something again after a pause. It is a button of its form, so it also works without scripts; then it does not lock
 * itself, and the server says that it is too soon. While it counts it keeps the focus and only ignores a press.
 */
export function CountdownButton(props: CountdownButtonProps) {
  const { pause, label, againLabel, waitingLabel, sentMessage, busy = false, type = 'submit', onClick, ...rest } = props
  const left = useSecondsLeft(pause)
  const hasScripts = useHasScripts()
  const isLocked = hasScripts && (left > 0 || busy)
  return (
    <>
      <Button
        {...rest}
        type={type}
        aria-disabled={isLocked || undefined}
        aria-busy={busy || undefined}
        onClick={(event) => {
          if (isLocked) event.preventDefault()
          else onClick?.(event)
        }}
      >
        {left > 0 ? waitingLabel(left) : pause === null ? label : againLabel}
      </Button>
      <span className="sr-only" role="status">
        {left > 0 ? sentMessage : ''}
      </span>
    </>
  )
}
