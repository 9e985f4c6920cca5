/**
 * A value that this device keeps: it survives the page and follows other tabs. Storage belongs to one origin and every brand
 * has its own hosts, so one company never sees what was kept at another.
 *
 * Invariant: the server and the hydrating page always see `initial`, so a page is the same for every visitor; what is kept is
 * read from the first drawing after that on.
 */
import { useSyncExternalStore } from 'react'

interface DeviceStore<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
  readonly initial: Value
}

/** @param read makes the value of whatever was found; nothing found is undefined. It never throws. */
export function createDeviceStore<Value>(key: string, initial: Value, read: (found: unknown) => Value): DeviceStore<Value> {
  const listeners = new Set<() => void>()
  let known: { readonly text: string | null; readonly value: Value } | null = null
  let inMemory: string | null = null
  const textNow = (): string | null => {
    try {
      return window.localStorage.getItem(key)
    } catch {
      // A browser that keeps nothing still remembers for as long as the page lives.
      return inMemory
    }
  }
  const get = (): Value => {
    const text = textNow()
    if (known === null || known.text !== text) known = { text, value: text === null ? initial : read(parse(text)) }
    return known.value
  }
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) tell()
  }
  return {
    initial,
    get,
    set(value) {
      inMemory = JSON.stringify(value)
      try {
        window.localStorage.setItem(key, inMemory)
      } catch {
        // Storage is full or forbidden; see textNow.
      }
      tell()
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', hear)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', hear)
      }
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function useDeviceStore<Value>(store: DeviceStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial)
}

/** The texts of a list that was found, without doubles, too long ones and what is no text. */
export function readTexts(found: unknown, { atMost, longest }: { atMost: number; longest: number }): readonly string[] {
  if (!Array.isArray(found)) return []
  const texts = found.filter((each): each is string => typeof each === 'string' && each !== '' && each.length <= longest)
  return [...new Set(texts)].slice(0, atMost)
}
