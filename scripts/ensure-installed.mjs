/**
 * Installs what is missing before anything else runs: a fresh clone needs only Node and npm. There are two levels, `start` (what builds
 * and runs a server: the dependencies of package.json) and `tests` (everything). What is there is read from npm's own record, so a folder
 * that somebody installed by hand counts as well. Plain Node, because nothing else may be there yet.
 *
 *   node scripts/ensure-installed.mjs [tests]
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error']
/** By the order, not by NODE_ENV or somebody's settings. `npm ci` begins anew; `npm install` adds to what is there. */
const ORDERS = {
  start: ['ci', '--omit=dev', ...QUIETLY],
  tests: ['ci', '--include=dev', ...QUIETLY],
  add: ['install', '--no-save', '--include=dev', ...QUIETLY],
}

export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major >= 22 || (major === 20 && minor >= 20)
}

/**
 * What has to be done so that the packages of a level are there: `nothing`, or one of the orders to npm.
 * @param level `start` or `tests`
 * @param locked the packages of the lock file, by their place
 * @param recorded those that npm recorded as installed, or null
 */
export function missing(level, locked, recorded) {
  if (recorded === null) return level
  const fits = (isAsked) =>
    Object.entries(locked).every(([place, facts]) => place === '' || facts.optional || !isAsked(facts) || isSame(facts, recorded[place]))
  const hasStart = fits(({ dev }) => !dev)
  if (level === 'start') return hasStart ? 'nothing' : hadTests(recorded) ? 'tests' : 'start'
  if (!hasStart) return 'tests'
  return fits(() => true) ? 'nothing' : 'add'
}

const isSame = (locked, recorded) => recorded?.version === locked.version && recorded.name === locked.name

/** Whoever tests here goes on doing so after an update. */
const hadTests = (recorded) => Object.values(recorded).some(({ dev }) => dev)

function packagesOf(file) {
  const full = path.join(root, file)
  return existsSync(full) ? JSON.parse(readFileSync(full, 'utf8')).packages : null
}

export function ensureInstalled(level = 'start') {
  if (!checkNode()) {
    console.error(`Candor needs Node 20.20 or newer (20.x), or 22 and up. This is Node ${process.versions.node}.`)
    process.exit(1)
  }
  const order = missing(level, packagesOf('package-lock.json'), packagesOf('node_modules/.package-lock.json'))
  if (order === 'nothing') return
  console.log(
    order === 'start'
      ? 'Installing packages (once; about a minute) …'
      : 'Installing packages, those for tests too (once; about a minute) …',
  )
  const isWindows = process.platform === 'win32'
  const result = spawnSync(isWindows ? 'npm.cmd' : 'npm', ORDERS[order], { cwd: root, stdio: 'inherit', shell: isWindows })
  if (result.status !== 0) {
    console.error(`npm ${ORDERS[order][0]} failed; the messages above say why.`)
    process.exit(result.status ?? 1)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) ensureInstalled(process.argv[2])
