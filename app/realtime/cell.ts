/** A value that can be watched: the smallest store `useSyncExternalStore` can read. */
export interface Cell<Value> {
  get(): Value
  /** What the server drew and hydration expects: the first value that was planted. */
  getPlanted(): Value
  /** Replaces the value and tells everybody, unless it is the same value. */
  set(value: Value): void
  /** Replaces the value without telling anybody. Only for drawing time, where telling is forbidden. */
  plant(value: Value): void
  subscribe(listener: () => void): () => void
}

export function createCell<Value>(initial: Value): Cell<Value> {
  let value = initial
  let planted = initial
  let isPlanted = false
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    getPlanted: () => planted,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    plant(next) {
      value = next
      if (!isPlanted) planted = next
      isPlanted = true
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A family of cells by id, each made when it is first asked for. */
export function createCellFamily<Value>() {
  const cells = new Map<string, Cell<Value | undefined>>()
  return (id: string): Cell<Value | undefined> => {
    let cell = cells.get(id)
    if (!cell) {
      cell = createCell<Value | undefined>(undefined)
      cells.set(id, cell)
    }
    return cell
  }
}

/**
 * The same values for whoever need not follow each of them: a change after a pause is told at once, those that follow within
 * `everyMs` are told together when the time is over. A value is never older than that.
 */
export function createCalmFamily<Value>(family: (id: string) => Cell<Value>, everyMs: number) {
  const cells = new Map<string, Cell<Value>>()
  const changed = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    timer = undefined
    if (changed.size === 0) return
    const listeners = [...changed]
    changed.clear()
    timer = setTimeout(tell, everyMs)
    for (const listener of listeners) listener()
  }
  return (id: string): Cell<Value> => {
    const known = cells.get(id)
    if (known !== undefined) return known
    const source = family(id)
    const own = createCell(source.get())
    let isFollowed = false
    const take = () => own.set(source.get())
    const cell: Cell<Value> = {
      ...own,
      // As long as nobody listens it is the source itself.
      get: () => (isFollowed ? own.get() : source.get()),
      getPlanted: source.getPlanted,
      subscribe(listener) {
        if (!isFollowed) {
          isFollowed = true
          own.plant(source.get())
          source.subscribe(() => {
            changed.add(take)
            // What one push changes is told together.
            if (timer === undefined) timer = setTimeout(tell, 0)
          })
        }
        return own.subscribe(listener)
      },
    }
    cells.set(id, cell)
    return cell
  }
}

/** Tells all who listen together, every `everyMs`; without listeners nothing runs. */
export function createBeat(everyMs: number): Pick<Cell<unknown>, 'subscribe'> {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    subscribe(listener) {
      listeners.add(listener)
      timer ??= setInterval(() => {
        for (const each of [...listeners]) each()
      }, everyMs)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

export type ReadableCell<Value> = Pick<Cell<Value>, 'get' | 'getPlanted' | 'subscribe'>
/** Says whether something is in sight, now and whenever that changes, until it is left. */
type WatchSight = (tell: (isInSight: boolean) => void) => () => void

/** A cell for a listener that follows it only while in sight: out of sight it is told with the beat. At first it is in sight. */
export function createSightedCell<Value>(
  cell: ReadableCell<Value>,
  beat: Pick<Cell<unknown>, 'subscribe'>,
  watch: WatchSight,
): ReadableCell<Value> {
  let held: { readonly value: Value } | null = null
  return {
    get: () => (held === null ? cell.get() : held.value),
    getPlanted: cell.getPlanted,
    subscribe(listener) {
      const tellHeld = () => {
        held = { value: cell.get() }
        listener()
      }
      let leave = held === null ? cell.subscribe(listener) : beat.subscribe(tellHeld)
      const stop = watch((isInSight) => {
        if (isInSight === (held === null)) return
        leave()
        held = isInSight ? null : { value: cell.get() }
        leave = isInSight ? cell.subscribe(listener) : beat.subscribe(tellHeld)
        listener()
      })
      return () => {
        stop()
        leave()
      }
    },
  }
}
