/**
 * Builds site and server when their sources are not the ones that were built: a stamp is a hash over the names and contents of
 * everything that goes in. Afterwards every asset gets its compressed twins, so that serving costs nothing.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildProgram, PROGRAM } from './build-program.mjs'
import { writePartsList } from './parts-list.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const SITE_STAMP = 'build/.stamp'
const PROGRAM_STAMP = `${PROGRAM}/.stamp`
const SITE = [
  'app',
  'contract',
  'rules',
  'locales',
  'themes',
  'public',
  'vite.config.ts',
  'scripts/shell-chunk.ts',
  'scripts/minify-chunks.ts',
  'scripts/chunk-parts.ts',
  'scripts/no-prefixes.ts',
  'remix.config.js',
  'package-lock.json',
  'tsconfig.json',
]
const SERVER = ['server.ts', 'app', 'broker', 'contract', 'rules', 'themes', 'scripts', 'package-lock.json', 'tsconfig.json']

function filesUnder(place) {
  const full = path.join(root, place)
  if (!existsSync(full)) return []
  const entries = readdirSync(path.dirname(full), { withFileTypes: true }).find((entry) => entry.name === path.basename(full))
  if (!entries?.isDirectory()) return [place]
  return readdirSync(full, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(path.join(place, entry.name)) : [path.join(place, entry.name)]))
    .filter((file) => !/\.test\.tsx?$/.test(file))
}

function hashOf(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesUnder).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function isCurrent(entry, stamp, sources) {
  const [made, noted] = [path.join(root, entry), path.join(root, stamp)]
  return existsSync(made) && existsSync(noted) && readFileSync(noted, 'utf8').trim() === hashOf(sources)
}

export const isBuildCurrent = () => isCurrent('build/server/index.js', SITE_STAMP, SITE)

const zip = promisify(gzip)
const brotli = promisify(brotliCompress)

async function compressAssets() {
  const dir = path.join(root, 'build/client/assets')
  if (!existsSync(dir)) return
  const files = readdirSync(dir).filter((name) => /\.(js|css|svg|json)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(dir, name)
      const content = readFileSync(file)
      if (content.length < 1024) return
      const [small, smaller] = await Promise.all([
        zip(content, { level: 9 }),
        brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      ])
      writeFileSync(`${file}.gz`, small)
      writeFileSync(`${file}.br`, smaller)
    }),
  )
}

/** Builds the site and the server that serves it, each when its sources have changed. */
export async function build() {
  if (!isBuildCurrent()) await buildSite()
  if (isCurrent(`${PROGRAM}/server.js`, PROGRAM_STAMP, SERVER)) return
  const hash = hashOf(SERVER)
  await buildProgram(root)
  writeFileSync(path.join(root, PROGRAM_STAMP), hash)
}

async function buildSite() {
  console.log('Building the site …')
  const hash = hashOf(SITE)
  rmSync(path.join(root, SITE_STAMP), { force: true })
  const result = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/@remix-run/dev/dist/cli.js'), 'vite:build', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (result.status !== 0) {
    console.error('The build failed; the messages above say why.')
    process.exit(result.status ?? 1)
  }
  const { buildWorker } = await import('./build-worker.mjs')
  await buildWorker(root)
  await compressAssets()
  writePartsList(root)
  writeFileSync(path.join(root, SITE_STAMP), hash)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await build()
