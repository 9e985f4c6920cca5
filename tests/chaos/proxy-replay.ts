/**
 * `npm run chaos:proxy`: two nodes on one PostgreSQL behind nginx, one that serves and one that stands by. nginx with its own defaults sends
 * a GET again to the other node when the first dies after it has taken it, and whatever a node that stands by sends on. A thousand
 * submits while the one that serves is killed again and again: none may be carried out twice.
 * Needs CHAOS_DATABASE_URL (or DATABASE_URL) and nginx.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { auditBooks } from '../../broker/audit/audit-books'
import { describe } from '../../broker/audit/audit-report'
import { openDatabase } from '../../broker/db/open-database'
import { deposit, tradeOrder, withdrawal } from '../../broker/db/schema'
import { silent as logger } from '../../broker/ground/logger'
import { submitCoinDeposit } from '../../contract/deposits'
import { SUCCESS_CODE } from '../../contract/endpoint'
import { submitOrder } from '../../contract/orders'
import { submitWithdrawal } from '../../contract/withdrawals'
import { makeScratchDatabase } from '../fixtures/scratch-database'
import { testTenants } from '../fixtures/test-tenants'
import { fundAtTheDesk } from './desk-operator'
import type { Parameters } from './line'
import { MoneyTrader } from './money-trader'
import { ServerProcess } from './server-process'

const PROXY_PORT = 3120
const NODE_PORTS = [3121, 3122] as const
const TRADERS = 8
const CALLS = 1_000
const AT_ONCE = 24
const BETWEEN_KILLS_MS = 1_500
const AFTER_NO_ANSWER_MS = 1_000

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function startNginx(folder: string): ChildProcess {
  const config = path.join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  log_format tried '$request_method $uri $status $upstream_addr';
  access_log ${folder}/access.log tried;
  client_max_body_size 10m;
  upstream candor { ${NODE_PORTS.map((port) => `server 127.0.0.1:${port};`).join(' ')} }
  server {
    listen 127.0.0.1:${PROXY_PORT};
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $http_x_forwarded_for;
    proxy_set_header X-Candor-Asked $upstream_addr;
    location / { proxy_pass http://candor; }
    location @another_node { proxy_pass http://candor; }
  }
}
`,
  )
  return spawn('nginx', ['-c', config], { stdio: 'inherit' })
}

/** Which of them serves. */
async function firstReady(nodes: readonly ServerProcess[]): Promise<number> {
  for (;;) {
    for (const [index, node] of nodes.entries()) if (await node.isReady()) return index
    await wait(100)
  }
}

interface Submit {
  readonly trader: MoneyTrader
  readonly path: string
  readonly params: Parameters
  readonly method: 'GET' | 'POST'
  readonly key: string | undefined
  code?: number
}

async function planned(traders: readonly MoneyTrader[]): Promise<Submit[]> {
  const submits: Submit[] = []
  for (let index = 0; index < CALLS; index++) {
    const trader = traders[index % traders.length] as MoneyTrader
    const key = `proxy-${index}`
    // A deposit's proof works once: it needs no key.
    if (index < traders.length * 9)
      submits.push({ trader, key: undefined, method: 'GET', path: submitCoinDeposit.path, params: await trader.aDeposit() })
    else if (index % 2 === 0) submits.push({ trader, key, method: 'GET', path: submitOrder.path, params: AN_ORDER })
    else submits.push({ trader, key, method: 'POST', path: submitWithdrawal.path, params: trader.aWithdrawal('2') })
  }
  return submits
}

const AN_ORDER: Parameters = { forex_id: '101', type: '1', status: '1', cont: '0.01', multiple: '100' }

async function sendAll(submits: readonly Submit[]): Promise<void> {
  const waiting = [...submits].sort(() => Math.random() - 0.5)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
        const { trader, path: called, params, key, method } = one
        one.code = await trader.once(called, params, key, method).then(
          ({ code }) => code,
          () => undefined,
        )
        // Otherwise all of them would be over before anybody serves again.
        if (one.code === undefined) await wait(AFTER_NO_ANSWER_MS)
      }
    }),
  )
}

async function main(): Promise<number> {
  const server = process.env.CHAOS_DATABASE_URL ?? process.env.DATABASE_URL
  if (!server) throw new Error('set CHAOS_DATABASE_URL to a PostgreSQL server whose user may create databases')
  execFileSync('nginx', ['-v'], { stdio: 'ignore' })
  const folder = mkdtempSync(path.join(tmpdir(), 'candor-proxy-'))
  const { url: databaseUrl, drop } = await makeScratchDatabase(server)
  const dataDir = path.join(folder, 'data')
  const env = { BASE_DOMAIN: `localhost:${PROXY_PORT}`, MASTER_KEY: randomBytes(32).toString('hex') }
  const spawnNode = (port: number) => ServerProcess.spawn({ port, dataDir, databaseUrl, env })
  const nodes: ServerProcess[] = []
  const nginx = startNginx(folder)
  const violations: string[] = []
  const traders = Array.from({ length: TRADERS }, (_, index) => new MoneyTrader(index + 1, PROXY_PORT))
  try {
    for (const port of NODE_PORTS) nodes.push(spawnNode(port))
    let serving = await firstReady(nodes)
    for (const trader of traders) await trader.begin()
    await fundAtTheDesk({ port: PROXY_PORT, dataDir }, traders, '4000')
    const submits = await planned(traders)
    let isDone = false
    const sending = sendAll(submits).then(() => (isDone = true))
    let kills = 0
    while (!isDone) {
      await wait(BETWEEN_KILLS_MS)
      if (isDone) break
      nodes[serving]?.kill()
      await nodes[serving]?.ended
      nodes[serving] = spawnNode(NODE_PORTS[serving] as number)
      serving = await firstReady(nodes)
      kills += 1
    }
    await sending
    const unknown = submits.filter(({ code }) => code === undefined)
    // What nobody answered is settled by its key, as soon as somebody serves.
    await firstReady(nodes)
    await sendAll(unknown.filter(({ key }) => key !== undefined))
    const log = readFileSync(path.join(folder, 'access.log'), 'utf8').split('\n')
    const replayed = log.filter((line) => line.includes(','))
    say(`${submits.length} submits, ${kills} kills, ${unknown.length} without an answer, ${replayed.length} sent again by nginx`)
    violations.push(...(await check(databaseUrl, submits)))
    if (replayed.length === 0) violations.push('nginx sent nothing again: the run proves nothing')
  } finally {
    for (const node of nodes) node.kill()
    nginx.kill()
    for (const trader of traders) trader.disconnect()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  }
  say(`${violations.length} violations`)
  for (const violation of violations) say(`  - ${violation}`)
  return violations.length === 0 ? 0 : 1
}

/** As many effects as successes; where no answer came and no key settles it, at most one more each. */
async function check(databaseUrl: string, submits: readonly Submit[]): Promise<string[]> {
  const database = await openDatabase({ databaseUrl, logger })
  try {
    const violations = (await auditBooks(database, testTenants())).flatMap(({ findings }) => findings.map(describe))
    const counts = await database.system(async (tx) => ({
      [submitOrder.path]: (await tx.select().from(tradeOrder).where(eq(tradeOrder.tenantId, 'aurora'))).length,
      [submitWithdrawal.path]: (await tx.select().from(withdrawal)).length,
      // The one that funded each trader is not among the submits.
      [submitCoinDeposit.path]: (await tx.select().from(deposit)).length - TRADERS,
    }))
    for (const [called, found] of Object.entries(counts)) {
      const own = submits.filter((submit) => submit.path === called)
      const succeeded = own.filter(({ code }) => code === SUCCESS_CODE).length
      const open = own.filter(({ code }) => code === undefined).length
      say(`${called}: ${own.length} submits, ${succeeded} successes, ${found} effects`)
      if (found < succeeded || found > succeeded + open) violations.push(`${called}: ${succeeded} successes and ${found} effects`)
    }
    return violations
  } finally {
    await database.close()
  }
}

process.exitCode = await main()
