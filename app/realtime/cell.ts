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
