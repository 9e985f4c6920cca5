/**
 * A page stays when the line is lost. The router would show an error page in its place, for a page that does not come, for one that
 * is read anew in vain and for a form that was never sent; what was typed would be gone. Here a page that is read anew keeps what it
 * has, and a step to another page is taken back.
 *
 * The router asks each route for its data, its action and its code; those three are wrapped, because nothing between them and the
 * error page can be reached from outside.
 */
import { isRouteErrorResponse } from '@remix-run/react'
import { LineLost, lossCode } from './line-lost'
import type { LineState } from './line-state'
import { formName } from './send'

type Asked = (args: { request: Request }, context?: unknown) => unknown

export interface KeptRoute {
  readonly id: string
  readonly children?: KeptRoute[] | undefined
  loader?: Asked | undefined
  action?: Asked | undefined
  lazy?: (() => Promise<{ loader?: Asked; action?: Asked }>) | undefined
}

interface Place {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly state: unknown
}
interface Sent {
  readonly state: 'idle' | 'loading' | 'submitting'
  readonly formAction?: string | undefined
  readonly formMethod?: string | undefined
}

/** What is used of Remix's router. */
export interface KeptRouter {
  readonly routes: readonly unknown[]
  readonly state: {
    readonly location: Place
    readonly navigation: Sent & { readonly location?: Place | undefined }
    readonly loaderData: Readonly<Record<string, unknown>>
    readonly fetchers: ReadonlyMap<string, Sent & { readonly data?: unknown; readonly formData?: FormData | undefined }>
  }
  deleteFetcher(key: string): void
  navigate(to: number): Promise<void>
  navigate(to: string, options: { replace: boolean; preventScrollReset: boolean; state: unknown }): Promise<void>
  revalidate(): unknown
  subscribe(listener: () => void): () => void
}

interface KeepTools {
  readonly router: KeptRouter
  readonly line: LineState
  /** Whether the code of a route can be had; fails as `fetch` does. */
  readonly reach: (routeId: string) => Promise<void>
}

/** A page's address as loaders know it, without what only the framework reads. */
export function pageOf(address: string | URL): string {
  const url = new URL(address, 'http://page')
  url.searchParams.delete('_routes')
  url.searchParams.delete('index')
  return url.pathname + url.search
}
const addressOf = ({ pathname, search }: Place): string => pageOf(pathname + search)

export type Purpose = 'kept' | 'step' | 'follows-form' | 'inside'

/** What the router is doing with a page when it asks for its data. */
export function purposeOf(router: KeptRouter, page: string): Purpose {
  const { location, navigation } = router.state
  const target = navigation.location ?? location
  if (page !== addressOf(target)) return 'inside'
  const isSent = (navigation.formMethod ?? 'GET').toUpperCase() !== 'GET'
  const isHere = addressOf(target) === addressOf(location)
  // What a form led to tells how it ended, even on the page where it was sent.
  if (isSent && (!isHere || (target.state as { _isRedirect?: boolean } | null)?._isRedirect)) return 'follows-form'
  return isHere ? 'kept' : 'step'
}

const INDEX = (): number | null => (window.history.state as { idx?: number } | null)?.idx ?? null

export function keepPages({ router, line, reach }: KeepTools): void {
  let shownIndex = INDEX()
  router.subscribe(() => {
    if (router.state.navigation.state === 'idle') shownIndex = INDEX()
  })

  // A component that sent a form and goes away tells the router alone, which goes on sending and then has nobody to give the answer to.
  const forget = router.deleteFetcher.bind(router)
  router.deleteFetcher = (key) => {
    const { state, formAction, formData } = router.state.fetchers.get(key) ?? {}
    if (state === 'submitting' && formAction !== undefined && formData !== undefined) line.leave(formName(formAction, formData))
    forget(key)
  }

  let tries = 0
  let takenBack: unknown
  /** Takes back the step that is under way; the page and its address are what they were. */
  const stay = (): void => {
    const { location, navigation } = router.state
    if (navigation.state === 'idle' || navigation.location === takenBack) return
    takenBack = navigation.location
    // The page that stays is read anew, which is not told again.
    tries = Math.max(tries, 1)
    const index = INDEX()
    // Back and forward have moved the address already; a link moves it when its page has come.
    if (index !== null && shownIndex !== null && index !== shownIndex) void router.navigate(shownIndex - index)
    else
      void router.navigate(location.pathname + location.search + location.hash, {
        replace: true,
        preventScrollReset: true,
        state: location.state,
      })
  }

  const told = new WeakSet<AbortSignal>()
  let isDue = false
  /** What could not be read anew is read when it can be. */
  const readLater = async (): Promise<void> => {
    if (isDue) return
    isDue = true
    await line.pause(tries)
    tries += 1
    isDue = false
    router.revalidate()
  }
  /** All routes of a page are read by one request: its loss is told once, and not again by what only tries again. */
  const tellLoss = (code: string, { signal }: Request, isFirst: boolean): void => {
    if (!told.has(signal) && isFirst) line.tell({ kind: 'lost', code })
    told.add(signal)
  }

  const keepData =
    (routeId: string, ask: Asked): Asked =>
    async (args, context) => {
      try {
        const data = await ask(args, context)
        if (!isDue) tries = 0
        return data
      } catch (failure) {
        const code = lossCode(failure) ?? serverAway(failure)
        if (code === null || args.request.signal.aborted) throw failure
        const purpose = purposeOf(router, pageOf(args.request.url))
        const isKept = purpose === 'kept' && routeId in router.state.loaderData
        if (!isKept && (purpose !== 'step' || isRouteErrorResponse(failure))) throw failure
        tellLoss(code, args.request, !isKept || tries === 0)
        if (!isKept) {
          stay()
          return untilAborted(args.request.signal)
        }
        void readLater()
        return router.state.loaderData[routeId]
      }
    }

  const keepForm =
    (ask: Asked): Asked =>
    async (args, context) => {
      try {
        return await ask(args, context)
      } catch (failure) {
        if (!(failure instanceof LineLost)) throw failure
        const page = pageOf(args.request.url)
        const isSent = ({ state, formAction }: Sent) => state === 'submitting' && formAction !== undefined && pageOf(formAction) === page
        if (isSent(router.state.navigation)) {
          stay()
          return untilAborted(args.request.signal)
        }
        return [...router.state.fetchers.values()].find(isSent)?.data ?? null
      }
    }

  /** The framework reloads the document when a page's code does not come; without a line that would lose the page. */
  const keepCode = (routeId: string, bring: NonNullable<KeptRoute['lazy']>): NonNullable<KeptRoute['lazy']> => {
    return async () => {
      for (let round = 0; ; round += 1) {
        const code = await reach(routeId).then(() => null, lossCode)
        if (code === null) break
        if (round === 0) line.tell({ kind: 'lost', code })
        const { location: target } = router.state.navigation
        if (target !== undefined && purposeOf(router, addressOf(target)) === 'step') {
          stay()
          // Nobody waits for it any more.
          return new Promise(() => undefined)
        }
        await line.pause(round)
      }
      const brought = await bring()
      return {
        ...brought,
        ...(brought.loader === undefined ? {} : { loader: keepData(routeId, brought.loader) }),
        ...(brought.action === undefined ? {} : { action: keepForm(brought.action) }),
      }
    }
  }

  const keep = (route: KeptRoute): void => {
    const { loader, action, lazy } = route
    if (loader) route.loader = Object.assign(keepData(route.id, loader), loader)
    if (action) route.action = Object.assign(keepForm(action), action)
    if (lazy) route.lazy = keepCode(route.id, lazy)
    for (const child of route.children ?? []) keep(child)
  }
  for (const route of router.routes) keep(route as KeptRoute)
}

/** A page's own data say that the broker cannot be asked: what was read before stays on the page. */
const serverAway = (failure: unknown): string | null =>
  isRouteErrorResponse(failure) && failure.status >= 500 ? String(failure.data?.code ?? `HTTP ${failure.status}`) : null

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
