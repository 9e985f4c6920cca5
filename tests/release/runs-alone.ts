/**
 * Lays a release into an empty folder, as the image does, and runs it there: nothing that builds or tests it is at hand. The site
 * answers, a stranger opens a demo account, and the commands of an operator do their work.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDemoAccount } from '../../contract/users'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PORT = 3186
const READY_WITHIN_MS = 120_000
const HOST = `aurora.localhost:${PORT}`

const scratch = mkdtempSync(path.join(tmpdir(), 'candor-release-'))
const laid = path.join(scratch, 'candor')
/** Nothing of ours: what a fresh machine has. */
const env: NodeJS.ProcessEnv = {
  ...{ PATH: process.env.PATH, HOME: scratch, NODE_ENV: 'production', LOG_LEVEL: 'warn', DEV_TOOLS: '1' },
  ...{ PORT: String(PORT), BASE_DOMAIN: `localhost:${PORT}`, DATA_DIR: path.join(scratch, 'data') },
}
const command = (name: string, ...args: readonly string[]) =>
  execFileSync(process.execPath, [`build/program/${name}.js`, ...args], { cwd: laid, env, encoding: 'utf8' })

interface Heard {
  readonly status: number | undefined
  readonly text: string
}

function ask(method: string, place: string): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port: PORT, method, path: place, headers: { host: HOST } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode, text }))
    })
    asking.on('error', reject)
    asking.end()
  })
}

function expect(what: string, isSo: boolean, seen: unknown): void {
  if (!isSo) throw new Error(`${what}: ${String(seen).slice(0, 500)}`)
  console.log(`ok  ${what}`)
}

async function untilReady(hasEnded: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + READY_WITHIN_MS
  for (;;) {
    const heard = await ask('GET', '/readyz').catch(() => null)
    if (heard?.status === 200) return
    if (hasEnded() || Date.now() > giveUpAt) throw new Error('the server did not become ready')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function look(): Promise<void> {
  const home = await ask('GET', '/')
  expect('the site answers', home.status === 200 && home.text.includes('Aurora'), home.status)
  const opened = await ask('POST', createDemoAccount.path)
  expect('a stranger opens a demo account', /"token":"/.test(opened.text), opened.text)
  const operators = command('operator', 'list')
  expect('an operator’s command reaches it', operators.includes('demo-one'), operators)
  const audit = command('audit')
  expect('its books are clean', audit.includes('\nclean\n'), audit)
  const backup = command('backup', '--to', path.join(scratch, 'backup'))
  expect('it is backed up', /\d+ files in /.test(backup), backup)
  const restored = command('restore', '--from', path.join(scratch, 'backup'), '--data-dir', path.join(scratch, 'again'))
  expect('and put back', restored.includes('\nclean\n'), restored)
  const recorded = command('record', '--to', path.join(scratch, 'recorded'), '--codes', 'BTCUSDT', '--minutes', '0.05')
  expect('its prices are recorded', /\n[1-9]\d* ticks are recorded in /.test(recorded), recorded)
  const provider = command('demo-provider', '--help')
  expect('a provider to try it on comes along', provider.includes('npm run demo:provider'), provider)
  const brands = command('tenant', 'check')
  expect('its brands are right', brands.includes('0 problems'), brands)
}

async function run(): Promise<void> {
  console.log(
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/release.mjs', '--to', laid], { cwd: root, encoding: 'utf8' }).trim(),
  )
  const server = spawn(process.execPath, ['--enable-source-maps', 'build/program/server.js'], { cwd: laid, env, stdio: 'inherit' })
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
  try {
    await untilReady(() => server.exitCode !== null)
    await look()
    server.kill('SIGTERM')
    expect('it ends cleanly', (await ended) === 0, await ended)
  } finally {
    server.kill('SIGKILL')
    await ended
    rmSync(scratch, { recursive: true, force: true })
  }
}

await run()
