/**
 * Lets a long page be written in several turns of the event loop, so that nobody else waits for the whole of it.
 *
 * On the server React writes a page in one go, as long as nothing suspends. A part inside `InTurn` suspends when the turn has lasted
 * long enough, outside any boundary, so that the markup is the same and the browser has nothing to put together. In the browser it
 * is its children.
 */
import { type ReactNode, useContext } from 'react'
import { ServerPageContext } from './server-page'
import type { Turns } from './turns'

const TURN_MS = 8

/** @throws a promise where the turn is over, as React asks of whoever has to wait */
function waitForTurn(turns: Turns): void {
  // The first part of a turn is always written, however late it came: so each turn gets further.
  turns.begunAt ??= performance.now()
  if (performance.now() - turns.begunAt < TURN_MS) return
  turns.next ??= new Promise((resolve) => {
    setImmediate(() => {
      turns.next = null
      turns.begunAt = null
      resolve()
    })
  })
  throw turns.next
}

/** Wrap the parts of which a page has many, or that take long: elements, because React marks where a text of a later turn ends. */
export function InTurn({ children }: { readonly children: ReactNode }) {
  const turns = useContext(ServerPageContext)?.turns
  if (turns !== undefined) waitForTurn(turns)
  return children
}
