/**
 * Before the first journey: the servers they need, each on an empty data folder, started beside one another; ended behind the last one.
 * Servers that run already (E2E_REUSE=1) make writing a journey quick; a test run starts its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PORTS, type ServerName, SMTP_PORT } from './ports'
import { TAPE_FROM } from './scripted-tape'

// A Wednesday afternoon in London: every market is open, whatever day the tests run on.
const OPEN_MARKET = '2026-11-18T14:00:00Z'
const WEEKEND = '2026-11-21T14:00:00Z'
const root = fileURLToPath(new URL('../../', import.meta.url))
const windingTenants = fileURLToPath(new URL('./.output/winding-tenants', import.meta.url))
/** Where the files of the day before the weekend's are saved. */
export const PAST_DAY_FOLDER = fileURLToPath(new URL('./.output/past-day', import.meta.url))
const tapeFolder = fileURLToPath(new URL('./.output/tape', import.meta.url))
const reuse = process.env.E2E_REUSE === '1'
const READY_WITHIN_MS = 240_000
const STOPPED_WITHIN_MS = 10_000
const PAUSE_MS = 200

interface ServerChoice {
  readonly startAt: string
  readonly nodeOptions?: string
  /** The built one when left out. */
  readonly program?: string
  /** Run on the new, empty data folder, with the server's own environment, before it starts. */
  readonly prepare?: string
  readonly env?: Readonly<Record<string, string>>
}

const SERVERS: Readonly<Record<ServerName, ServerChoice>> = {
  open: { startAt: OPEN_MARKET, nodeOptions: '--import tsx --import ./tests/e2e/known-captcha.ts' },
  weekend: {
    startAt: WEEKEND,
    prepare: `node --import tsx tests/e2e/past-day.ts ${JSON.stringify(PAST_DAY_FOLDER)}`,
    env: { SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}` },
  },
  remote: {
    startAt: OPEN_MARKET,
    nodeOptions: '--import tsx --import ./tests/e2e/with-remote-broker.ts',
    env: { BROKER_ORIGIN: 'https://broker.example' },
  },
  scripted: {
    startAt: OPEN_MARKET,
    nodeOptions: '--import tsx --import ./tests/e2e/steered-market.ts',
    program: 'server.ts',
    prepare: `node --import tsx tests/e2e/scripted-tape.ts ${JSON.stringify(tapeFolder)}`,
    env: { FEED: 'replay', REPLAY_DIR: tapeFolder, REPLAY_FROM: TAPE_FROM },
  },
  winding: {
    startAt: OPEN_MARKET,
    prepare: `node --import tsx tests/e2e/winding-company.ts ${JSON.stringify(windingTenants)}`,
    env: { TENANTS_DIR: windingTenants },
  },
}

const hasAnswered = (name: ServerName): Promise<boolean> =>
  fetch(`http://127.0.0.1:${PORTS[name]}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

function spawnServer(name: ServerName): ChildProcess {
  const { startAt, nodeOptions = '', program = 'build/program/server.js', prepare, env = {} } = SERVERS[name]
  const dataDir = fileURLToPath(new URL(`./.output/data/${name}`, import.meta.url))
  rmSync(dataDir, { recursive: true, force: true })
  const command = `${prepare === undefined ? '' : `${prepare} && `}exec node --enable-source-maps ${nodeOptions} ${program}`
  return spawn(command, {
    shell: true,
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(PORTS[name]),
      BASE_DOMAIN: `localhost:${PORTS[name]}`,
      DATA_DIR: dataDir,
      START_AT: startAt,
      LOG_LEVEL: 'error',
      DEV_TOOLS: '1',
      ...env,
    },
  })
}

/** @throws with the name of the server when it ends first, or takes too long. */
async function untilAnswers(name: ServerName, child: ChildProcess): Promise<void> {
  const giveUpAt = Date.now() + READY_WITHIN_MS
  while (!(await hasAnswered(name))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server "${name}" ended before it answered`)
    if (Date.now() > giveUpAt) throw new Error(`the server "${name}" did not answer within ${READY_WITHIN_MS / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
  child.kill('SIGTERM')
  await ended
  clearTimeout(timer)
}

/** @returns the way to end them. @throws when somebody else's server is at one of the ports, or one of ours does not come up. */
export default async function startServers(): Promise<() => Promise<void>> {
  const children = new Map<ServerName, ChildProcess>()
  const stopAll = async (): Promise<void> => void (await Promise.all([...children.values()].map(stop)))
  for (const name of Object.keys(SERVERS) as ServerName[]) {
    const isThere = await hasAnswered(name)
    if (isThere && !reuse)
      throw new Error(`port ${PORTS[name]} of the server "${name}" is taken: end what listens there, or set E2E_REUSE=1`)
    if (!isThere) children.set(name, spawnServer(name))
  }
  process.once('exit', () => {
    for (const child of children.values()) child.kill('SIGKILL')
  })
  try {
    await Promise.all([...children].map(([name, child]) => untilAnswers(name, child)))
  } catch (error) {
    await stopAll()
    throw error
  }
  return stopAll
}
