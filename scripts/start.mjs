/**
 * `npm start`: installs what is missing, builds when the sources changed, then runs the server in the foreground. Plain Node,
 * because on a fresh clone nothing else is there.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'
import { startSettings } from './start-settings.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

ensureInstalled()
const { build } = await import('./build.mjs')
await build()
const { parse } = await import('dotenv')
const file = path.join(root, '.env')
const given = { ...(existsSync(file) ? parse(readFileSync(file)) : {}), ...process.env }

const server = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'server.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...startSettings(given) },
})
// The terminal sends Ctrl-C to the whole group, but a supervisor sends its signal to this process only.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)))
