/**
 * Parts of a screen that only a signed-in trader sees: a visitor's browser does not load their code. A trader's has it before the page
 * is hydrated (`traderParts`), and after signing in a part waits for its code as a screen waits for its own: outside any boundary, so
 * that the server's markup is the same as without.
 */
import type { ComponentType, ReactNode } from 'react'

const begun: Promise<void>[] = []

/** Ends when the parts of the screens that this document was written with are here. It never fails. */
export const traderParts = (): Promise<unknown> => Promise.allSettled(begun)

/** How long a failure stands before a screen that is drawn again asks anew. */
const FAILED_FOR_MS = 1_000

const isOfTrader = (): boolean => typeof document === 'undefined' || document.documentElement.hasAttribute('data-signed-in')

export function traderPart<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  let Part: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  let failure: { readonly reason: unknown } | undefined
  const bring = (): Promise<void> => {
    coming ??= load().then(
      (part) => {
        Part = part
      },
      (reason: unknown) => {
        failure = { reason }
        setTimeout(() => {
          failure = undefined
          coming = undefined
        }, FAILED_FOR_MS)
      },
    )
    return coming
  }
  if (isOfTrader()) begun.push(bring())
  return function TraderPart(props) {
    if (Part !== undefined) return <Part {...props} />
    throw failure === undefined ? bring() : failure.reason
  }
}
