/** JavaScript that a page makes the browser load first, gzip: the chunks that the build names for its routes. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { ServerBuild } from '@remix-run/node'
import type { Figure } from './report'

const root = fileURLToPath(new URL('../..', import.meta.url))

function kilobytes(assets: Iterable<string>): number {
  let bytes = 0
  for (const asset of new Set(assets)) bytes += gzipSync(readFileSync(`${root}build/client${asset}`)).byteLength
  return bytes / 1024
}

export async function measurePageWeight(): Promise<Figure[]> {
  const file = `${root}build/server/index.js`
  if (!existsSync(file)) return []
  const { assets } = (await import(pathToFileURL(file).href)) as ServerBuild
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
  return ['home', 'trade'].map((name) => ({
    what: `JavaScript of ${name}, gzip`,
    value: kilobytes(chunksOf(`routes/${name}`)),
    unit: 'kB',
    baseline,
  }))
}
