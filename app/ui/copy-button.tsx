import { useEffect, useRef, useState } from 'react'
import { Button, type ButtonVariant } from './button'
import { copyText } from './copy-text'
import { IconButton } from './icon-button'

interface CopyButtonProps {
  /** What goes to the clipboard; spaces used for grouping are not part of it. */
  text: string
  label: string
  /** Shown in the button for two seconds and announced. */
  copiedLabel: string
  variant?: ButtonVariant
  size?: 'sm' | 'md' | 'lg'
  block?: boolean
  /** Only the icon; the labels become its name. */
  compact?: boolean
  onCopied?: () => void
  className?: string
}

export function CopyButton({
  text,
  label,
  copiedLabel,
  variant = 'secondary',
  size = 'md',
  block = false,
  compact = false,
  onCopied,
  className,
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    onCopied?.()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 2000)
  }
  const shown = copied ? copiedLabel : label
  return (
    <>
      {compact ? (
        <IconButton icon={copied ? 'check' : 'copy'} label={shown} onClick={copy} className={className} />
      ) : (
        <Button icon={copied ? 'check' : 'copy'} variant={variant} size={size} block={block} onClick={copy} className={className}>
          {shown}
        </Button>
      )}
      <span className="sr-only" role="status">
        {copied ? copiedLabel : ''}
      </span>
    </>
  )
}
