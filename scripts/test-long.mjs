// `npm run test:long`: what takes longer than twenty minutes, each step at its full length. Ends with a line that counts; a step that
// could not run because something is not on this machine is named.
import { spawnSync } from 'node:child_process'
import { ensureInstalled } from './ensure-installed.mjs'
import { obtainBrowser } from './find-browser.mjs'

ensureInstalled('tests')
const databaseUrl = process.env.TEST_DATABASE_URL
const browser = await obtainBrowser()
const program = (file, ...args) => ['node', ['--import', 'tsx', file, ...args]]
const chaos = (victim, rounds) => program('tests/chaos/kill-server.ts', '--kill', victim, '--rounds', String(rounds))
/** Those of which `npm test` takes a part. */
const JOURNEYS = ['typed-', 'pseudo-locale', 'layout-shift', 'money', 'lost-line', 'gallery']
const STEPS = [
  ['build', 'node', ['scripts/build.mjs']],
  ['random, malformed and long input, 10,000 each', ...program('tests/fuzz/run.ts', '--runs', '10000')],
  ['simulation, 10,000 seeds × 1,000 events', ...program('tests/simulation/run.ts', '--seeds', '10000', '--events', '1000')],
  ['kill -9 under load: the server, 100 rounds', ...chaos('node', 100)],
  ['kill -9 under load: the built-in PostgreSQL, 100 rounds', ...chaos('postgres', 100)],
  ['kill -9 under load: both, 25 rounds', ...chaos('both', 25)],
  ...(databaseUrl
    ? [
        ['every test on the server that was named', 'npx', ['vitest', 'run'], { TEST_DATABASE_URL: databaseUrl }],
        ['kill -9 under load: a server beside PostgreSQL, 25 rounds', ...chaos('node', 25), { CHAOS_DATABASE_URL: databaseUrl }],
        [
          'takeover by a node that stands by, 25 rounds',
          ...program('tests/chaos/takeover.ts', '--rounds', '25'),
          { CHAOS_DATABASE_URL: databaseUrl },
        ],
      ]
    : []),
  ...(browser
    ? [
        [
          'every field of every form with all texts, and every journey on each size, look and way of losing the line',
          'npx',
          ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', ...JOURNEYS],
          { CHROMIUM_PATH: browser, NODE_ENV: 'test', E2E_ALL: '1' },
        ],
        ['every page × brand × language × size', ...program('tests/matrix/run.ts'), { CHROMIUM_PATH: browser }],
      ]
    : []),
]

const failed = []
for (const [name, command, args, env = {}] of STEPS) {
  console.log(`\n── ${name}`)
  const startedAt = Date.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) failed.push(name)
  console.log(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}
for (const name of failed) console.log(`Failed: ${name}`)
if (!databaseUrl)
  console.log(
    'Left out here: another version of PostgreSQL, and takeovers: set TEST_DATABASE_URL to a server whose user may create databases',
  )
if (!browser) console.log('Left out here: journeys and pages in the browser: no Chromium could be found or installed (set CHROMIUM_PATH)')
console.log(`${STEPS.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
