import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import styled from 'styled-components'
import { Button } from './button'
import { Icon, type IconName } from './icon'
import { IconButton } from './icon-button'
import { media, token } from './token'

export type ToastTone = 'ok' | 'err' | 'info'

export interface ToastMessage {
  tone?: ToastTone
  title: ReactNode
  text?: ReactNode
  /** 4 s; errors 8 s; Infinity stays until it is dismissed. */
  durationMs?: number
  /** One thing that can be done about it. */
  action?: { readonly label: string; readonly onAct: () => void }
  /** Two messages with the same key do not stand beside each other. */
  key?: string
}

interface Shown extends ToastMessage {
  id: number
  leaving: boolean
}

interface ToastApi {
  show: (message: ToastMessage) => number
  dismiss: (id: number) => void
}

const ToastContext = createContext<ToastApi | null>(null)

/** `const toast = useToast(); toast.show({ tone: 'ok', title: t('…') })` */
export function useToast(): ToastApi {
  const api = useContext(ToastContext)
  if (!api) throw new Error('useToast needs a ToastProvider above it')
  return api
}

const atMost = 3
const leaveMs = 140
const iconOf: Record<ToastTone, IconName> = { ok: 'circle-check', err: 'circle-alert', info: 'info' }

const Region = styled.div`
  position: fixed;
  z-index: ${token.layer.toast};
  inset-inline: ${token.space[4]};
  inset-block-start: calc(${token.size.bar} + ${token.size.ribbon} + 12px);
  display: grid;
  gap: ${token.space[2]};
  pointer-events: none;
  /* A screen that has its controls in this corner says where there is room instead. */
  ${media.tablet} {
    inset-inline: auto var(--toast-end, ${token.space[6]});
    width: 380px;
    inset-block-start: calc(${token.size.bar} + ${token.size.ribbon} + 16px);
  }
  /* A screen may want them at the foot of a part of it (toast-region.ts). */
  &[data-at-foot] { inset-block: auto var(--toast-foot); }
  /* The palette stands over everything else; what is said meanwhile is read aloud, and seen when it closes. */
  body:has([data-palette]) & { z-index: calc(${token.layer.sheet} - 1); }
  /* A sheet begins below the bar: what is said while it is open stands over its edge, not over its fields. */
  ${media.phone} {
    body:has([data-sheet]) & {
      inset-block: 6px auto;
      > [data-tone='ok'] { padding-block: 6px; > div { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; } }
    }
  }
`
const Card = styled.div`
  pointer-events: auto;
  display: flex;
  gap: 12px;
  align-items: flex-start;
  padding: 14px 12px 14px 16px;
  padding-inline: 16px 12px;
  background: ${token.surface.raised};
  border-radius: ${token.radius.md};
  box-shadow: ${token.shadow.float};
  font-size: ${token.type.sm};
  overflow-wrap: anywhere;
  animation: candor-toast-in ${token.motion.move} ${token.motion.enter};
  transition: opacity ${leaveMs}ms ${token.motion.leave}, transform ${leaveMs}ms ${token.motion.leave};
  &[data-leaving] { opacity: 0; transform: translateY(-8px); }
  > svg { margin-block-start: 2px; }
  &[data-short] { align-items: center; }
  &[data-short] > svg { margin-block-start: 0; }
  &[data-tone='ok'] > svg { color: ${token.status.ok.text}; }
  &[data-tone='err'] > svg { color: ${token.status.danger.text}; }
`
const Words = styled.div`
  flex: 1;
  min-width: 0;
  color: ${token.text.secondary};
  b { display: block; font-size: ${token.type.md}; font-weight: 600; color: ${token.text.primary}; }
  > button { display: flex; width: fit-content; margin-block-start: ${token.space[2]}; color: ${token.text.primary}; }
`

interface ToastCardProps {
  toast: Shown
  paused: boolean
  dismissLabel: string
  onDismiss: (id: number) => void
}

function ToastCard({ toast, paused, dismissLabel, onDismiss }: ToastCardProps) {
  const { id, tone = 'info', title, text, action, leaving } = toast
  const left = useRef(toast.durationMs ?? (tone === 'err' ? 8000 : 4000))
  useEffect(() => {
    if (paused || leaving || left.current === Number.POSITIVE_INFINITY) return
    const from = performance.now()
    const timer = setTimeout(() => onDismiss(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(1000, left.current - (performance.now() - from))
    }
  }, [paused, leaving, id, onDismiss])
  return (
    <Card
      role={tone === 'err' ? 'alert' : 'status'}
      data-tone={tone}
      data-leaving={leaving ? '' : undefined}
      data-short={text || action ? undefined : ''}
    >
      <Icon name={iconOf[tone]} />
      <Words>
        <b>{title}</b>
        {text}
        {action === undefined ? null : (
          <Button size="sm" onClick={action.onAct}>
            {action.label}
          </Button>
        )}
      </Words>
      <IconButton icon="x" size="table" label={dismissLabel} onClick={() => onDismiss(id)} />
    </Card>
  )
}

interface ToastProviderProps {
  /** Name of the region that holds the messages. */
  label: string
  dismissLabel: string
  children: ReactNode
}

/** At most three messages; hover or focus stops their time. What has succeeded takes the failures before it away. */
export function ToastProvider({ label, dismissLabel, children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<Shown[]>([])
  const [paused, setPaused] = useState(false)
  const nextId = useRef(1)

  const dismiss = useCallback((id: number) => {
    setToasts((all) => all.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)))
    setTimeout(() => setToasts((all) => all.filter((toast) => toast.id !== id)), leaveMs)
  }, [])
  const show = useCallback((message: ToastMessage) => {
    const id = nextId.current++
    setToasts((all) => {
      const isOver = (toast: Shown) =>
        (toast.key !== undefined && toast.key === message.key) || (message.tone === 'ok' && toast.tone === 'err')
      const others = all.filter((toast) => !isOver(toast))
      return [...others, { ...message, id, leaving: false }].slice(-atMost)
    })
    return id
  }, [])
  const region = useRef<HTMLDivElement>(null)
  const isPointedAt = useRef(false)
  const point = (isAt: boolean) => {
    isPointedAt.current = isAt
    setPaused(isAt)
  }
  // A message that is dismissed takes the focus and the place under the pointer with it, and no event tells of that.
  useEffect(() => {
    if (toasts.length === 0) isPointedAt.current = false
    setPaused(isPointedAt.current || (region.current?.contains(document.activeElement) ?? false))
  }, [toasts.length])
  const api = useMemo(() => ({ show, dismiss }), [show, dismiss])

  return (
    <ToastContext.Provider value={api}>
      {children}
      <Region
        ref={region}
        role="region"
        aria-label={label}
        // Open layers hide the rest of the page from assistive technology, except live regions.
        aria-live="polite"
        data-toast-region=""
        onPointerEnter={() => point(true)}
        onPointerLeave={() => point(false)}
        onFocus={() => setPaused(true)}
        onBlur={() => setPaused(false)}
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} paused={paused} dismissLabel={dismissLabel} onDismiss={dismiss} />
        ))}
      </Region>
    </ToastContext.Provider>
  )
}
