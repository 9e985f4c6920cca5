import { defineConfig } from 'playwright/test'

const ALL = process.env.E2E_ALL === '1'

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  ...(ALL ? {} : { grepInvert: /@long/ }),
  globalSetup: './start-servers.ts',
  outputDir: './.output/results',
  // What never comes still fails; a busy machine may need long for what comes.
  timeout: ALL ? 600_000 : 180_000,
  expect: { timeout: 45_000 },
  fullyParallel: false,
  workers: 2,
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : [['line']],
  use: {
    browserName: 'chromium',
    // A press on what never comes says so by itself, instead of taking the time of the whole journey.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A browser without a window draws letters as one with a window does.
        '--font-render-hinting=slight',
      ],
    },
    // A language that no brand offers, so that a brand's own default is what is seen first.
    locale: 'sw-KE',
    timezoneId: 'Europe/London',
    // A journey that stands between page and server must see every request; the worker has a journey of its own.
    serviceWorkers: 'block',
    // A trace records every tick of every price; it costs more than the journey, so it is taken only when asked for.
    trace: process.env.E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
  },
})
