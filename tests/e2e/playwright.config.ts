import { fileURLToPath } from 'node:url'
import { defineConfig } from 'playwright/test'
import { PORTS, SMTP_PORT } from './ports'
import { TAPE_FROM } from './scripted-tape'

// A Wednesday afternoon in London: every market is open, whatever day the tests run on.
const OPEN_MARKET = '2026-11-18T14:00:00Z'
const WEEKEND = '2026-11-21T14:00:00Z'
const root = fileURLToPath(new URL('../../', import.meta.url))
const windingTenants = fileURLToPath(new URL('./.output/winding-tenants', import.meta.url))
const tapeFolder = fileURLToPath(new URL('./.output/tape', import.meta.url))
// Servers that run already (E2E_REUSE=1) make writing a journey quick; a test run starts its own, on empty data.
const reuse = process.env.E2E_REUSE === '1'

interface ServerChoice {
  readonly name: keyof typeof PORTS
  readonly startAt: string
  readonly nodeOptions?: string
  /** The built one when left out. */
  readonly program?: string
  /** Run before the server starts. */
  readonly before?: string
  /** Run on the new, empty data folder, with the server's own environment. */
  readonly prepare?: string
  readonly env?: Readonly<Record<string, string>>
}

const server = ({ name, startAt, nodeOptions = '', program = 'build/program/server.js', before, prepare, env = {} }: ServerChoice) => ({
  command: `${before === undefined ? '' : `${before} && `}node -e "require('fs').rmSync(process.env.DATA_DIR,{recursive:true,force:true})" && ${prepare === undefined ? '' : `${prepare} && `}exec node --enable-source-maps ${nodeOptions} ${program}`,
  cwd: root,
  url: `http://127.0.0.1:${PORTS[name]}/healthz`,
  timeout: 240_000,
  reuseExistingServer: reuse,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
  env: {
    NODE_ENV: 'production',
    PORT: String(PORTS[name]),
    BASE_DOMAIN: `localhost:${PORTS[name]}`,
    DATA_DIR: fileURLToPath(new URL(`./.output/data/${name}`, import.meta.url)),
    START_AT: startAt,
    LOG_LEVEL: 'error',
    DEV_TOOLS: '1',
    ...env,
  },
})

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  ...(process.env.E2E_ALL === '1' ? {} : { grepInvert: /@long/ }),
  outputDir: './.output/results',
  // What never comes still fails; a busy machine may need long for what comes.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  fullyParallel: false,
  workers: 2,
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : [['line']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
    // A language that no brand offers, so that a brand's own default is what is seen first.
    locale: 'sw-KE',
    timezoneId: 'Europe/London',
    // A journey that stands between page and server must see every request; the worker has a journey of its own.
    serviceWorkers: 'block',
    // A trace records every tick of every price; it costs more than the journey, so it is taken only when asked for.
    trace: process.env.E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
  },
  webServer: [
    server({ name: 'open', startAt: OPEN_MARKET, nodeOptions: '--import tsx --import ./tests/e2e/known-captcha.ts' }),
    server({ name: 'weekend', startAt: WEEKEND, env: { SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}` } }),
    server({
      name: 'remote',
      startAt: OPEN_MARKET,
      nodeOptions: '--import tsx --import ./tests/e2e/with-remote-broker.ts',
      env: { BROKER_ORIGIN: 'https://broker.example' },
    }),
    server({
      name: 'scripted',
      startAt: OPEN_MARKET,
      nodeOptions: '--import tsx --import ./tests/e2e/steered-market.ts',
      program: 'server.ts',
      before: `node --import tsx tests/e2e/scripted-tape.ts ${JSON.stringify(tapeFolder)}`,
      env: { FEED: 'replay', REPLAY_DIR: tapeFolder, REPLAY_FROM: TAPE_FROM },
    }),
    server({
      name: 'winding',
      startAt: OPEN_MARKET,
      prepare: `node --import tsx tests/e2e/winding-company.ts ${JSON.stringify(windingTenants)}`,
      env: { TENANTS_DIR: windingTenants },
    }),
  ],
})
