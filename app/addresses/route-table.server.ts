/** What the site's own table of routes says of an address: whether it takes a form, and which routes its page is made of. */
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { PAGE_ACCESS } from './route-access'

interface Place {
  readonly id: string
  readonly path?: string
  readonly index?: boolean
  readonly hasAction: boolean
  readonly children: Place[]
}

const trees = new WeakMap<ServerBuild['routes'], Place[]>()

/** The places of a page, from the root to its own; empty where there is none. */
function placesOf({ routes }: ServerBuild, path: string): Place[] {
  const tree = trees.get(routes) ?? treeOf(routes)
  trees.set(routes, tree)
  return matchRoutes(tree as never, path)?.map(({ route }) => route as unknown as Place) ?? []
}

function treeOf(routes: ServerBuild['routes']): Place[] {
  const all = Object.values(routes).flatMap((route) => (route === undefined ? [] : [route]))
  const below = (parent: string | undefined): Place[] =>
    all
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index, module }) => ({
        id,
        ...(path !== undefined && { path }),
        ...(index !== undefined && { index }),
        hasAction: module.action !== undefined,
        children: index === true ? [] : below(id),
      }))
  return below(undefined)
}

/** The page that is asked for, also where only its data is. */
function pathOf({ url }: Request): string {
  const { pathname } = new URL(url)
  return pathname === '/_root.data' ? '/' : pathname.replace(/\.data$/, '')
}

/** False: nothing under this address takes a form, and the framework would tell so as a failure of its own. */
export async function takesForms(build: ServerBuild | (() => Promise<ServerBuild>), request: Request): Promise<boolean> {
  return placesOf(typeof build === 'function' ? await build() : build, pathOf(request)).some(({ hasAction }) => hasAction)
}

type Handle = ReturnType<typeof createRequestHandler>

/**
 * Remix looks through the whole table several times for each page that it writes. A page of ours is found in it once, and from then
 * on it is written by a handler that knows its own routes only; every other address has the handler that knows all of them.
 */
export function pageHandler(build: ServerBuild | (() => Promise<ServerBuild>), mode: 'development' | 'production'): Handle {
  const ofAll = createRequestHandler(build, mode)
  // In development the table changes with its files.
  if (typeof build === 'function') return ofAll
  const handlers = new Map<string, Handle>()
  return (request, context) => {
    const path = pathOf(request)
    if (!Object.hasOwn(PAGE_ACCESS, path)) return ofAll(request, context)
    const handle = handlers.get(path) ?? createRequestHandler(onlyRoutesOf(build, path), mode)
    handlers.set(path, handle)
    return handle(request, context)
  }
}

function onlyRoutesOf(build: ServerBuild, path: string): ServerBuild {
  const ids = new Set(placesOf(build, path).map(({ id }) => id))
  const only = <Route>(routes: Readonly<Record<string, Route>>) => Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  return ids.size === 0 ? build : { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } }
}
