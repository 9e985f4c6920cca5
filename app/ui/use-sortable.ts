/**
 * A list whose rows are moved by their handles: dragged, or lifted with Space, moved with the arrows, put down with Space and left as it
 * was with Escape. Rows stand one below the other.
 *
 * Invariant: while a row is lifted only what is drawn changes; `onMove` hears of it once, when it is put down somewhere else.
 */
import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, useEffect, useLayoutEffect, useState } from 'react'
import { useLatest } from './use-latest'

interface Lifted {
  readonly id: string
  readonly place: number
  readonly by: 'pointer' | 'keys'
}

export interface Sortable {
  /** The ids as they are drawn now. */
  readonly order: readonly string[]
  readonly liftedId: string | null
  readonly isByKeys: boolean
  /** Where the row stands that was moved last, counted from 0: to be read aloud. */
  readonly told: { readonly id: string; readonly place: number } | null
  row(id: string): { readonly 'data-sortable': string; readonly 'data-lifted': '' | undefined }
  handle(id: string): {
    readonly 'data-sort-handle': string
    readonly style: { readonly touchAction: 'none'; readonly cursor: 'grab' }
    onPointerDown(event: ReactPointerEvent): void
    onKeyDown(event: KeyboardEvent): void
    onBlur(): void
  }
}

const placedAt = (ids: readonly string[], id: string, place: number): readonly string[] => {
  const others = ids.filter((each) => each !== id)
  return [...others.slice(0, place), id, ...others.slice(place)]
}

/** How many of the other rows stand above the pointer. */
function placeUnder(list: Element, id: string, y: number): number {
  const others = [...list.querySelectorAll<HTMLElement>('[data-sortable]')].filter((row) => row.dataset.sortable !== id)
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}

/** @param list holds the rows, each marked by `row(id)` */
export function useSortable(
  list: React.RefObject<HTMLElement | null>,
  ids: readonly string[],
  onMove: (id: string, place: number) => void,
): Sortable {
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [told, setTold] = useState<Sortable['told']>(null)
  const latest = useLatest({ ids, lifted, onMove })
  const isHeld = lifted !== null && ids.includes(lifted.id)
  const order = isHeld ? placedAt(ids, lifted.id, lifted.place) : ids
  const moveTo = (place: number) => {
    const { lifted: held, ids: all } = latest.current
    if (held === null) return
    const next = Math.max(0, Math.min(place, all.length - 1))
    if (next === held.place) return
    setLifted({ ...held, place: next })
    if (held.by === 'keys') setTold({ id: held.id, place: next })
  }
  const putDown = () => {
    const { lifted: held, ids: all, onMove: tell } = latest.current
    if (held === null) return
    setLifted(null)
    setTold({ id: held.id, place: held.place })
    if (all.indexOf(held.id) !== held.place) tell(held.id, held.place)
  }
  const actions = useLatest({ moveTo, putDown })
  const draggedId = lifted?.by === 'pointer' ? lifted.id : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is called is always the latest.
  useEffect(() => {
    if (draggedId === null) return
    const move = (event: PointerEvent) => {
      if (list.current !== null) actions.current.moveTo(placeUnder(list.current, draggedId, event.clientY))
    }
    const up = () => actions.current.putDown()
    const leave = (event: Event) => {
      if (event.type === 'pointercancel' || (event as globalThis.KeyboardEvent).key === 'Escape') {
        event.stopPropagation()
        setLifted(null)
      }
    }
    document.addEventListener('pointermove', move)
    document.addEventListener('pointerup', up)
    document.addEventListener('pointercancel', leave)
    document.addEventListener('keydown', leave, true)
    return () => {
      document.removeEventListener('pointermove', move)
      document.removeEventListener('pointerup', up)
      document.removeEventListener('pointercancel', leave)
      document.removeEventListener('keydown', leave, true)
    }
  }, [draggedId])
  // A row that moves in the page loses the focus of its handle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move.
  useLayoutEffect(() => {
    if (lifted?.by !== 'keys') return
    list.current?.querySelector<HTMLElement>(`[data-sort-handle="${CSS.escape(lifted.id)}"]`)?.focus()
  }, [lifted])
  const press = (id: string, event: KeyboardEvent) => {
    const held = latest.current.lifted
    if (event.key === ' ' || (event.key === 'Enter' && held !== null)) {
      if (held === null) setLifted({ id, place: ids.indexOf(id), by: 'keys' })
      else putDown()
    } else if (held === null) return
    else if (event.key === 'ArrowUp') moveTo(held.place - 1)
    else if (event.key === 'ArrowDown') moveTo(held.place + 1)
    else if (event.key === 'Home') moveTo(0)
    else if (event.key === 'End') moveTo(ids.length - 1)
    else if (event.key === 'Escape') {
      setLifted(null)
      setTold({ id, place: ids.indexOf(id) })
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    order,
    liftedId: lifted?.id ?? null,
    isByKeys: lifted?.by === 'keys',
    told,
    row: (id) => ({ 'data-sortable': id, 'data-lifted': lifted?.id === id ? '' : undefined }),
    handle: (id) => ({
      'data-sort-handle': id,
      style: { touchAction: 'none', cursor: 'grab' },
      onPointerDown: (event) => {
        if (event.button === 0) setLifted({ id, place: ids.indexOf(id), by: 'pointer' })
      },
      onKeyDown: (event) => press(id, event),
      onBlur: () => {
        // Whoever goes elsewhere with a row in the air leaves the order as it was; a row that moves takes the focus along.
        requestAnimationFrame(() => {
          const at = document.activeElement
          if (latest.current.lifted?.by === 'keys' && !(at instanceof HTMLElement && at.dataset.sortHandle === id)) setLifted(null)
        })
      },
    }),
  }
}
