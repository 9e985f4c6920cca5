/**
 * A part of a page that is the same for everybody who sees it in one language. The server writes it once and uses what it wrote for
 * others, too (decision 051); in the browser it is its children.
 *
 * Invariant: nothing of a trader is in it. While it is written for others, the site that its components see has nobody signed in:
 * asking for the trader throws (visitor/site.ts).
 */
import { createContext, type ReactNode, useContext } from 'react'
import { ServerPageContext } from './server-page'

/** True below a part that is written for everybody. */
export const WrittenForAll = createContext(false)

interface SharedPartProps {
  /** One name in a page. */
  readonly name: string
  /** All that its markup depends on besides language, brand and preferences: texts and numbers by value, objects by identity. */
  readonly of: readonly unknown[]
  readonly children: ReactNode
}

export function SharedPart({ name, of, children }: SharedPartProps) {
  const place = useContext(ServerPageContext)?.parts?.place(name, of)
  const isWritten = place === undefined || place.kind === 'write'
  // Three children on both sides: ids of components are counted by places (`useId`).
  return (
    <>
      {place === undefined ? null : <template data-shared-part={place.begin} />}
      {isWritten ? <WrittenForAll.Provider value={place !== undefined}>{children}</WrittenForAll.Provider> : null}
      {place?.kind === 'write' ? <template data-shared-part={place.end} /> : null}
    </>
  )
}

/** What a part for all may see of an object: asking it for what is one reader's throws, so that whoever put it there hears of it. */
export function hiding<Whole extends object>(names: readonly (keyof Whole & string)[]): (whole: Whole) => Whole {
  const made = new WeakMap<Whole, Whole>()
  return (whole) => {
    const known = made.get(whole)
    if (known !== undefined) return known
    const shared = { ...whole }
    for (const name of names) {
      Object.defineProperty(shared, name, {
        get: () => {
          throw new Error(`"${name}" is one reader's, and this part of the page is written for all of them`)
        },
      })
    }
    made.set(whole, shared)
    return shared
  }
}
