/**
 * Installs what is missing before anything else runs: a fresh clone needs only Node and npm. The stamp holds the hash of the
 * lock file that was installed, so a later start costs nothing. Plain Node, because nothing else may be there yet.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const stamp = path.join(root, 'node_modules/.candor-installed')

export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major >= 22 || (major === 20 && minor >= 20)
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
}

export function ensureInstalled() {
  if (!checkNode()) {
    console.error(`Candor needs Node 20.20 or newer (20.x), or 22 and up. This is Node ${process.versions.node}.`)
    process.exit(1)
  }
  const wanted = lockHash()
  const hasModules = existsSync(path.join(root, 'node_modules/vite'))
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8').trim() : ''
  if (hasModules && installed === wanted) return
  // npm leaves its own record of what it installed. A folder that somebody installed by hand and that fits is taken as it is.
  if (hasModules && installed === '' && fitsLock()) {
    writeFileSync(stamp, wanted)
    return
  }
  console.log('Installing packages (once; about a minute) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // The tools to build and test are development packages: NODE_ENV=production must not leave them out.
    env: { ...process.env, NODE_ENV: 'development' },
  })
  if (result.status !== 0) {
    console.error('npm ci failed; the messages above say why.')
    process.exit(result.status ?? 1)
  }
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** Whether every package of the lock file that npm recorded as installed has the locked version. */
function fitsLock() {
  const record = path.join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const have = JSON.parse(readFileSync(record, 'utf8')).packages ?? {}
  const want = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages ?? {}
  return Object.entries(want).every(([name, facts]) => name === '' || facts.optional || facts.peer || have[name]?.version === facts.version)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) ensureInstalled()
