import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { copyText } from './copy-text'
import { Icon } from './icon'
import { token } from './token'

interface HashTextProps {
  /** Hex digits, or any code without spaces. */
  value: string
  /** What it is: named by the button that copies it. */
  copyLabel: string
  copiedLabel: string
  /** The whole value in groups of four, as on paper. */
  full?: boolean
  /** It is not what it should be. */
  tone?: 'danger'
}

const ENDS = 8
const GROUP = /.{1,4}/gu

const Frame = styled.span`
  display: inline-flex;
  align-items: flex-start;
  gap: 2px;
  max-width: 100%;
  font: 500 .94em/24px ${token.font.mono};
  letter-spacing: -0.01em;
  direction: ltr;
  unicode-bidi: isolate;
  color: ${token.text.primary};
  &[data-tone='danger'] { color: ${token.status.danger.text}; }
`
const Value = styled.button`
  min-height: 24px;
  font: inherit;
  letter-spacing: inherit;
  text-align: end;
  overflow-wrap: anywhere;
  border-radius: 4px;
`
const Copy = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 24px;
  height: 24px;
  border-radius: 4px;
  color: ${token.text.muted};
  &:hover { color: ${token.text.primary}; background: ${token.surface.hover}; }
`

/** Groups of four: how a long value is read out. */
function groupsOfFour(value: string): string {
  return value.match(GROUP)?.join(' ') ?? ''
}

/** A hash: its ends, the whole when it is asked for, and a way to copy it. `c` copies the one in focus. */
export function HashText({ value, copyLabel, copiedLabel, full = false, tone }: HashTextProps) {
  const [isFull, setFull] = useState(full)
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    if (!(await copyText(value))) return
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 2000)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'c' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    void copy()
  }
  const isShort = !isFull && value.length > 2 * ENDS
  return (
    <Frame data-tone={tone} onKeyDown={onKeyDown}>
      <Value type="button" aria-expanded={!isShort} onClick={() => setFull(!isFull)}>
        {isShort ? `${value.slice(0, ENDS)}…${value.slice(-ENDS)}` : groupsOfFour(value)}
      </Value>
      <Copy type="button" aria-label={copyLabel} onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} size={14} />
      </Copy>
      <span className="sr-only" role="status">
        {isCopied ? copiedLabel : ''}
      </span>
    </Frame>
  )
}
