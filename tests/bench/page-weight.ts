/**
 * JavaScript that a page makes the browser load first, gzip: the files that the build names for its routes, and the table of what is
 * in them by part (package, room of the sources). The same build gives the same figures.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { ServerBuild } from '@remix-run/node'
import type { ChunkParts } from '../../scripts/chunk-parts'
import { type Figure, formatFigure } from './report'

const root = fileURLToPath(new URL('../..', import.meta.url))
const GOALS: Readonly<Record<string, number>> = { home: 145, trade: 200 }
const ENTRY_GOAL = 135
/** What a signed-in trader's page has beside its route. */
const OF_TRADER: Readonly<Record<string, string>> = {
  home: 'app/features/market/account-strip.tsx',
  trade: 'app/features/trade/dock/dock-orders.tsx',
}

const sizes = new Map<string, number>()
function sizeOf(asset: string): number {
  const size = sizes.get(asset) ?? gzipSync(readFileSync(`${root}build/client${asset}`)).byteLength
  sizes.set(asset, size)
  return size
}
const kilobytes = (assets: Iterable<string>): number => [...new Set(assets)].reduce((bytes, asset) => bytes + sizeOf(asset), 0) / 1024

type Assets = ServerBuild['assets']
type Chunks = Readonly<Record<string, ChunkParts>>

const entryOf = ({ entry }: Assets): string[] => [entry.module, ...entry.imports]

function chunksOf(assets: Assets, routeId: string): string[] {
  const chunks = entryOf(assets)
  for (let id: string | undefined = routeId; id !== undefined; id = assets.routes[id]?.parentId) {
    const route = assets.routes[id]
    if (route !== undefined) chunks.push(route.module, ...(route.imports ?? []))
  }
  return chunks
}

/** The file that has a module, with all that comes with it. */
function filesWith(module: string, chunks: Chunks): string[] {
  const found = new Set<string>()
  const open = Object.keys(chunks).filter((file) => module in (chunks[file]?.modules ?? {}))
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue
    found.add(file)
    open.push(...(chunks[file]?.imports ?? []))
  }
  return [...found]
}

/** A package, or a room of the sources: `react-dom`, `app/features/shell`, `rules`. */
function partOf(module: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1]
  if (inPackage !== undefined) return inPackage
  const [top = '', room, name] = module.split('/')
  if (top !== 'app') return top === 'rules' || top === 'contract' ? top : 'build tool'
  return room === 'features' ? `app/features/${name}` : room === undefined || /\.tsx?$/.test(room) ? 'app' : `app/${room}`
}

/** Each file's compressed bytes, shared out by what its modules weigh. */
function kilobytesByPart(files: readonly string[], chunks: Chunks): ReadonlyMap<string, number> {
  const parts = new Map<string, number>()
  for (const file of new Set(files)) {
    const modules = Object.entries(chunks[file]?.modules ?? {})
    const whole = modules.reduce((sum, [, bytes]) => sum + bytes, 0)
    if (whole === 0) parts.set('build tool', (parts.get('build tool') ?? 0) + sizeOf(file) / 1024)
    for (const [module, bytes] of modules) {
      const part = partOf(module)
      parts.set(part, (parts.get(part) ?? 0) + ((bytes / whole) * sizeOf(file)) / 1024)
    }
  }
  return parts
}

function writeParts(assets: Assets, chunks: Chunks): void {
  const pages = Object.entries(OF_TRADER).flatMap(([page, module]) => {
    const own = chunksOf(assets, `routes/traders/${page}`)
    return [
      { name: page, files: own },
      { name: `${page}, signed in`, files: [...own, ...filesWith(module, chunks)] },
    ]
  })
  const columns = [{ name: 'entry', files: entryOf(assets) }, ...pages].map(({ name, files }) => ({
    name,
    whole: kilobytes(files),
    parts: kilobytesByPart(files, chunks),
  }))
  const weight = (part: string): number => columns.reduce((sum, { parts }) => sum + (parts.get(part) ?? 0), 0)
  const names = [...new Set(columns.flatMap(({ parts }) => [...parts.keys()]))].sort((one, other) => weight(other) - weight(one))
  const width = Math.max(...names.map(({ length }) => length))
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(width)}  ${cells.map((cell, at) => cell.padStart(Math.max(columns[at]?.name.length ?? 0, 5))).join('  ')}\n`
  process.stdout.write('JavaScript by part, kB gzip: each file shared out among what is in it\n')
  process.stdout.write(
    line(
      'part',
      columns.map(({ name }) => name),
    ),
  )
  for (const name of names) {
    const cells = columns.map(({ parts }) => parts.get(name) ?? 0)
    process.stdout.write(
      line(
        name,
        cells.map((value) => (value === 0 ? '' : value.toFixed(1))),
      ),
    )
  }
  process.stdout.write(
    `${line(
      'together',
      columns.map(({ whole }) => formatFigure(whole)),
    )}\n`,
  )
}

export async function measurePageWeight(): Promise<Figure[]> {
  const file = `${root}build/server/index.js`
  if (!existsSync(file)) return []
  const { assets, routes } = (await import(pathToFileURL(file).href)) as ServerBuild
  writeParts(assets, JSON.parse(readFileSync(`${root}build/chunk-parts.json`, 'utf8')) as Chunks)
  const entry = kilobytes(entryOf(assets))
  const baseline = { what: 'the entry alone (React, Remix, texts, styles)', value: entry }
  const pages = Object.values(routes)
    .filter((route) => route?.module.default !== undefined && route.id !== 'root')
    .map((route) => ({ name: route?.id.replace(/^routes\/(traders\/)?/, '') ?? '', value: kilobytes(chunksOf(assets, route?.id ?? '')) }))
    .sort((one, other) => other.value - one.value)
    .map(({ name, value }) => ({
      what: `JavaScript of ${name}, gzip${GOALS[name] === undefined ? '' : `, ${GOALS[name]} kB at most`}`,
      value,
      unit: 'kB',
      baseline,
    }))
  return [{ what: `JavaScript of every page's entry, gzip, ${ENTRY_GOAL} kB at most`, value: entry, unit: 'kB', baseline: null }, ...pages]
}
