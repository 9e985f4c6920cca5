/** Our own broker passes its own suite over HTTP on a real port, and behind nginx. Prices move while it runs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttpLine } from './http-line'
import { runChecks } from './run-checks'
import { HOST, OTHER_HOST, type ServedBroker, serveBroker } from './served-broker'
import { openSubject } from './subject'
import { CHECKS } from './suite'

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((place) => existsSync(place))
let served: ServedBroker
beforeAll(async () => {
  served = await serveBroker()
})
afterAll(() => served.close())

async function examine(port: number) {
  const subject = openSubject({ line: openHttpLine(`http://127.0.0.1:${port}`), company: { host: HOST }, other: { host: OTHER_HOST } })
  try {
    return await runChecks(CHECKS, subject)
  } finally {
    subject.close()
  }
}

/** Without a real account at hand these are the only checks that may be left out. */
const needsRealAccount = (name: string) => /-a-real-account$/.test(name)

test('on a real port, with prices that move', { timeout: 120_000 }, async () => {
  const { results } = await examine(served.port)
  expect(results.filter(({ outcome, name }) => outcome !== 'passed' && !needsRealAccount(name))).toEqual([])
  expect(results.filter(({ name }) => needsRealAccount(name)).map(({ outcome }) => outcome)).toEqual(
    results.filter(({ name }) => needsRealAccount(name)).map(() => 'not checked'),
  )
  expect(served.complaints).toEqual([])
})

const HERE = ['--origin', 'http://127.0.0.1', '--host', HOST]
const command = (args: readonly string[]): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/conformance/run.ts', ...args])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
    child.on('exit', (code) => resolve({ code, output }))
  })

test('the command prints each check, writes a report and ends with 0', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'candor-conformance-'))
  const file = path.join(folder, 'report.json')
  const origin = `http://127.0.0.1:${served.port}`
  const only = ['--only', 'statement.', '--only', 'isolation.token', '--only', 'answer.demo-only']
  const { code, output } = await command(['--origin', origin, '--host', HOST, '--json', file, ...only])
  const report = JSON.parse(readFileSync(file, 'utf8')) as { passed: number; failed: number; notChecked: number }
  rmSync(folder, { recursive: true, force: true })
  expect(code).toBe(0)
  expect(output).toMatch(/ok +statement\.receipts/)
  expect(output).toMatch(/not checked isolation\.token-of-another-company.*\n +needs a second company/)
  expect(output).toMatch(/2 passed, 0 failed, 2 not checked in [\d.]+ s/)
  expect(report).toMatchObject({ passed: 2, failed: 0, notChecked: 2 })
})

test('the command ends with 1 where a check fails: nobody answers there', async () => {
  const { code, output } = await command(['--origin', `http://127.0.0.1:${await freePort()}`, '--only', 'statement.broker-json'])
  expect([code, output]).toEqual([1, expect.stringMatching(/FAILED +statement\.broker-json[\s\S]*ECONNREFUSED/)])
})

test.each([
  ['no origin', []],
  ['a check that does not exist', [...HERE, '--only', 'nonsense']],
])('the command ends with 2 and says how it is meant: %s', async (_what, args) => {
  const { code, output } = await command(args)
  expect([code, output]).toEqual([2, expect.stringContaining('usage: npm run conformance')])
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function startNginx(folder: string, port: number): ChildProcess {
  const config = path.join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  ${temporary}
  access_log off; client_max_body_size 10m;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${served.port}; proxy_http_version 1.1;
      proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
    }
  }
}
`,
  )
  return spawn(NGINX ?? 'nginx', ['-c', config, '-e', `${folder}/error.log`], { stdio: 'ignore' })
}

async function untilAnswering(port: number): Promise<void> {
  const line = openHttpLine(`http://127.0.0.1:${port}`)
  for (let tries = 0; tries < 100; tries++) {
    const answer = await line.send({ method: 'GET', path: '/healthz', headers: { host: HOST } }).catch(() => null)
    if (answer?.status === 200) return line.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx did not begin to answer')
}

// Without nginx on the machine the test is counted as skipped, by name.
test.skipIf(NGINX === undefined)('behind nginx', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'candor-conformance-'))
  const port = await freePort()
  const nginx = startNginx(folder, port)
  try {
    await untilAnswering(port)
    const { results } = await examine(port)
    expect(results.filter(({ outcome, name }) => outcome !== 'passed' && !needsRealAccount(name))).toEqual([])
  } finally {
    nginx.kill()
    await new Promise((resolve) => (nginx.exitCode === null ? nginx.once('exit', resolve) : resolve(null)))
    rmSync(folder, { recursive: true, force: true })
  }
})
