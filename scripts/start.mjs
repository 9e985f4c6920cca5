/**
 * `npm start`: installs what is missing, builds when the sources changed, then is the server. Plain Node, because on a fresh clone
 * nothing else is there.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'
import { startSettings } from './start-settings.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

ensureInstalled()
// In a process of its own: what builds the site is ten times what serves it, and would stay in memory.
const built = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

const { parse } = await import('dotenv')
const file = path.join(root, '.env')
const given = { ...(existsSync(file) ? parse(readFileSync(file)) : {}), ...process.env }
Object.assign(process.env, startSettings(given))
process.chdir(root)
process.setSourceMapsEnabled(true)
const { PROGRAM } = await import('./build-program.mjs')
await import(pathToFileURL(path.join(root, PROGRAM, 'server.js')).href)
