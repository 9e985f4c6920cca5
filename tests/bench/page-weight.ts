/** JavaScript that a page makes the browser load first, gzip: the chunks that the build names for its routes. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { ServerBuild } from '@remix-run/node'
import type { Figure } from './report'

const root = fileURLToPath(new URL('../..', import.meta.url))
const GOALS: Readonly<Record<string, number>> = { home: 130, trade: 230 }

const sizes = new Map<string, number>()
function sizeOf(asset: string): number {
  const size = sizes.get(asset) ?? gzipSync(readFileSync(`${root}build/client${asset}`)).byteLength
  sizes.set(asset, size)
  return size
}
const kilobytes = (assets: Iterable<string>): number => [...new Set(assets)].reduce((bytes, asset) => bytes + sizeOf(asset), 0) / 1024

export async function measurePageWeight(): Promise<Figure[]> {
  const file = `${root}build/server/index.js`
  if (!existsSync(file)) return []
  const { assets, routes } = (await import(pathToFileURL(file).href)) as ServerBuild
  const entry = [assets.entry.module, ...assets.entry.imports]
  const chunksOf = (routeId: string) => {
    const chunks = [...entry]
    for (let id: string | undefined = routeId; id !== undefined; id = assets.routes[id]?.parentId) {
      const route = assets.routes[id]
      if (route !== undefined) chunks.push(route.module, ...(route.imports ?? []))
    }
    return chunks
  }
  const baseline = { what: 'the entry alone (React, Remix, texts, styles)', value: kilobytes(entry) }
  return Object.values(routes)
    .filter((route) => route?.module.default !== undefined && route.id !== 'root')
    .map((route) => ({ name: route?.id.replace('routes/', '') ?? '', value: kilobytes(chunksOf(route?.id ?? '')) }))
    .sort((one, other) => other.value - one.value)
    .map(({ name, value }) => ({
      what: `JavaScript of ${name}, gzip${GOALS[name] === undefined ? '' : `, ${GOALS[name]} kB at most`}`,
      value,
      unit: 'kB',
      baseline,
    }))
}
