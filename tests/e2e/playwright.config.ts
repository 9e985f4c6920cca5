import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'

const PORT = Number(process.env.E2E_PORT ?? 3190)
// A Wednesday afternoon in London: every market is open, whatever day the tests run on.
const OPEN_MARKET = '2026-11-18T14:00:00Z'
const WEEKEND = '2026-11-21T14:00:00Z'

const server = (port: number, startAt: string, name: string) => ({
  command: 'node --import tsx server.ts',
  url: `http://127.0.0.1:${port}/healthz`,
  timeout: 120_000,
  reuseExistingServer: false,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  stdout: 'ignore' as const,
  env: {
    NODE_ENV: 'production',
    PORT: String(port),
    BASE_DOMAIN: `localhost:${port}`,
    DATA_DIR: join(tmpdir(), `candor-e2e-${process.pid}-${name}`),
    START_AT: startAt,
    LOG_LEVEL: 'warn',
    DEV_TOOLS: '1',
  },
})

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: './.output/results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: 1,
  retries: 0,
  reporter: [['line'], ['json']],
  use: {
    baseURL: `http://aurora.localhost:${PORT}`,
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
    trace: 'retain-on-failure',
  },
  webServer: [server(PORT, OPEN_MARKET, 'open'), server(PORT + 1, WEEKEND, 'weekend')],
  metadata: { port: PORT },
})
