import { type MutableRefObject, useRef } from 'react'

/** The value of the last render, for a listener that outlives it: an effect that reads it through this need not run again. */
export function useLatest<Value>(value: Value): MutableRefObject<Value> {
  const latest = useRef(value)
  latest.current = value
  return latest
}
