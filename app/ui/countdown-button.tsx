import { useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { token } from './token'

export interface CountdownButtonProps {
  /** Length of the pause after a sending. */
  seconds?: number
  /** Sends; a false result or a rejection means nothing was sent and no pause begins. */
  onSend: () => Promise<boolean | undefined> | boolean | undefined
  label: string
  againLabel: string
  /** Text while it counts, given the seconds left: "Send again in 47 s". */
  waitingLabel: (secondsLeft: number) => string
  /** Announced once, when the sending worked. */
  sentMessage: string
  /** Seconds still to wait at the first render, known from the server. */
  initialSeconds?: number
  disabled?: boolean
  className?: string
}

const Root = styled.button`
  color: ${token.brand.text};
  font-weight: 600;
  font-size: ${token.type.sm};
  min-height: 40px;
  padding: 0 ${token.space[2]};
  white-space: nowrap;
  flex: none;
  font-variant-numeric: tabular-nums;
  border-radius: ${token.radius.xs};
  &:disabled { color: ${token.text.muted}; font-weight: 500; cursor: default; }
`

export function CountdownButton(props: CountdownButtonProps) {
  const { seconds = 60, onSend, label, againLabel, waitingLabel, sentMessage, initialSeconds = 0, disabled = false, className } = props
  const [left, setLeft] = useState(initialSeconds)
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>(initialSeconds > 0 ? 'sent' : 'idle')
  const [announced, setAnnounced] = useState('')
  const endsAt = useRef(0)
  const counting = left > 0

  useEffect(() => {
    if (!counting) return
    if (endsAt.current === 0) endsAt.current = performance.now() + left * 1000
    // The end is a moment, not a count of timer calls: a sleeping tab must not stretch the pause.
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((endsAt.current - performance.now()) / 1000))
      if (rest === 0) {
        endsAt.current = 0
        setAnnounced('')
      }
      setLeft(rest)
    }, 250)
    return () => clearInterval(timer)
  }, [counting, left])

  const send = async () => {
    setState('sending')
    const sent = await Promise.resolve(onSend()).catch(() => false)
    if (sent === false) {
      setState('idle')
      return
    }
    endsAt.current = performance.now() + seconds * 1000
    setState('sent')
    setLeft(seconds)
    setAnnounced(sentMessage)
  }
  return (
    <>
      <Root
        type="button"
        className={className}
        disabled={disabled || counting || state === 'sending'}
        aria-busy={state === 'sending' || undefined}
        onClick={send}
      >
        {counting ? waitingLabel(left) : state === 'sent' ? againLabel : label}
      </Root>
      <span className="sr-only" role="status">
        {announced}
      </span>
    </>
  )
}
