/** A button that acts when it was held down long enough, by a finger, the mouse or a key. Letting go, leaving it and Escape do nothing. */
import { type HTMLAttributes, useCallback, useEffect, useRef, useState } from 'react'
import { useLatest } from './use-latest'

export const HOLD_MS = 800
/** How long a press by something that cannot hold waits for its second one. */
const SECOND_PRESS_MS = 5_000

interface HoldOptions {
  /** False while it is locked, or where a plain press acts: a hold that is under way ends. */
  readonly isOn: boolean
  onDone(): void
}

type HoldHandlers = Pick<
  HTMLAttributes<HTMLButtonElement>,
  'onPointerDown' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave' | 'onKeyDown' | 'onKeyUp' | 'onBlur' | 'onContextMenu' | 'onClick'
>

interface Hold {
  /** `asked`: pressed once by something that cannot hold, such as a screen reader; the next press acts. */
  readonly state: 'idle' | 'held' | 'asked'
  readonly handlers: HoldHandlers
}

export function useHold({ isOn, onDone }: HoldOptions): Hold {
  const [state, setState] = useState<Hold['state']>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const done = useLatest(onDone)
  const stop = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    setState('idle')
  }, [])
  useEffect(() => {
    if (!isOn) return
    window.addEventListener('blur', stop)
    return () => {
      window.removeEventListener('blur', stop)
      stop()
    }
  }, [isOn, stop])
  const act = () => {
    stop()
    navigator.vibrate?.(20)
    done.current()
  }
  const start = () => {
    if (!isOn) return
    stop()
    setState('held')
    timer.current = setTimeout(act, HOLD_MS)
  }
  const letGo = () => {
    if (state === 'held') stop()
  }
  return {
    state,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0 || !event.isPrimary) return
        // A finger keeps its first target as long as it is down, so leaving the button would not be seen.
        if (event.currentTarget.hasPointerCapture?.(event.pointerId)) event.currentTarget.releasePointerCapture(event.pointerId)
        start()
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onPointerLeave: letGo,
      onKeyDown(event) {
        if (event.key === 'Escape' && state !== 'idle') {
          event.preventDefault()
          stop()
        }
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        if (!event.repeat) start()
      },
      onKeyUp(event) {
        // Else a browser makes a press of the space bar's end.
        if (event.key === ' ') event.preventDefault()
        letGo()
      },
      onBlur: stop,
      onContextMenu: (event) => event.preventDefault(),
      onClick(event) {
        // A pointer's press has been seen above; this one has neither a pointer nor a key behind it.
        if (!isOn || event.detail !== 0) return
        if (state === 'asked') return act()
        setState('asked')
        timer.current = setTimeout(stop, SECOND_PRESS_MS)
      },
    },
  }
}
