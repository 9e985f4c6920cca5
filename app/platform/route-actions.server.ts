/** Which addresses take a form, by the site's own table of routes. */
import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'

interface Place {
  readonly id: string
  readonly path?: string
  readonly index?: boolean
  readonly hasAction: boolean
  readonly children: Place[]
}

const trees = new WeakMap<ServerBuild['routes'], Place[]>()

/** False: nothing under this address takes a form, and the framework would tell so as a failure of its own. */
export async function takesForms(build: ServerBuild | (() => Promise<ServerBuild>), request: Request): Promise<boolean> {
  const { routes } = typeof build === 'function' ? await build() : build
  const tree = trees.get(routes) ?? treeOf(routes)
  trees.set(routes, tree)
  const { pathname } = new URL(request.url)
  const path = pathname === '/_root.data' ? '/' : pathname.replace(/\.data$/, '')
  return matchRoutes(tree as never, path)?.some(({ route }) => (route as unknown as Place).hasAction) ?? false
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
